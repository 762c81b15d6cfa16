"""The embedded extractor: sentences and speech acts to candidates, no model needed."""
