"""A bundle that other hands made, in the layout of an OKF wiki: pages with relations, and no claims."""

import hashlib
from pathlib import Path

FILES = {
    "CLAUDE.md": "---\ntype: Guide\n---\n\n# Working here\n\nOne page per thing.\n",
    "index.md": '---\nokf_version: "0.2"\n---\n# Rivers\n\n* [Vessel](entities/vessel.md) - A river in the north.\n',
    "log.md": "# Log\n\n## 2026-03-02\n\n* **Creation**: first pages.\n",
    "entities/vessel.md": """---
type: River
title: Vessel
description: A river in the north.
aliases: [Vessel river]
status: stable
generated: {by: wiki/1, at: "2026-03-02T09:00:00Z"}
relations:
  - {predicate: flows_into, object: /entities/grey-lake.md}
  - {predicate: crossed_by, object: /entities/old-bridge.md, date: "1874"}
---

The Vessel rises near Tarn and carries little water in August. Its gauge stands at the [old bridge](old-bridge.md).
""",
    "entities/grey-lake.md": """---
type: Lake
title: Grey Lake
tags: [water]
---

Grey Lake is forty metres deep and freezes in most winters.
""",
    "entities/old-bridge.md": """---
type: Bridge
title: Old Bridge
status: deprecated
superseded_by: /entities/new-bridge.md
sources:
  - {id: survey, resource: /references/survey.md, title: Survey}
---

Built of timber in 1874.[^survey]

[^survey]: Survey
""",
    "entities/new-bridge.md": """---
type: Bridge
title: New Bridge
supersedes: /entities/old-bridge.md
---

Steel.
""",
    "computations/flow.md": """---
type: Attested Computation
title: Mean flow of a year
runtime: python
parameters: [{name: year, type: integer, required: true}]
executor: {resource: /references/run.md, receipt: [run_id]}
attester: {resource: /references/attest.py}
---

# Computation

```python
open("/tmp/never-written-by-clew", "w")
```
""",
    "references/survey.md": "---\ntype: Reference\ntitle: Survey of 1874\n---\n\nThe timber came from Tarn.\n",
    "references/run.md": "---\ntype: Skill\n---\n\nRun it by hand.\n",
    "references/attest.py": "raise SystemExit('never run by Clew')\n",
    "sources/press.md": "---\ntype: Clipping\ntitle: Press\n---\n\nThe gauge was moved in 1990.\n",
    "wiki-trigger-keywords.txt": "vessel\ngrey lake\n",
    "evaluate.json": '{"questions": [{"question": "How deep is Grey Lake?", "expected": ["entities/grey-lake"]}]}\n',
}


def build(root: Path) -> Path:
    """The bundle, written out."""
    for path, text in FILES.items():
        place = root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, "utf-8")
    return root


def digests(root: Path) -> dict[str, str]:
    """Every file under a root with the digest of its bytes."""
    files = sorted(path for path in root.rglob("*") if path.is_file())
    return {str(path.relative_to(root)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}
