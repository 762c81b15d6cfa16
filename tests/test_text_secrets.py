"""Secrets by form, and passages marked as private."""

import pytest

from clew.text.secrets import find, hidden, redact, unprivate

HEX = "0123456789abcdef0123456789abcdef"


def found(text: str) -> list[tuple[str, str]]:
    return [(s.kind, text[s.start : s.end]) for s in find(text)]


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("aws-key", "AKIA" + "IOSFODNN7ABCDEFG"),
        ("github-token", "ghp_" + "a1B2" * 9),
        ("github-token", "github_pat_" + "11ABCDEFG0" * 4),
        ("gitlab-token", "glpat-" + "a1B2c3D4e5F6g7H8i9J0"),
        ("slack-token", "xoxb-" + "123456789012-abcdefABCDEF"),
        ("api-key", "sk-" + "abc123" * 6),
        ("api-key", "sk-proj-" + "aB3_-" * 8),
        ("stripe-key", "sk_live_" + "4eC39HqLyjWDarjtT1zdp7dc"),
        ("google-key", "AIza" + "SyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6q"),
        ("mailchimp-key", HEX + "-us12"),
        ("npm-token", "npm_" + "aB3" * 12),
        ("telegram-token", "123456789:AA" + "aB3" * 11),
        ("cloud-token", "dop_v1_" + HEX * 2),
        ("jwt", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0." + "aB3-_" * 6),
    ],
)
def test_keys_of_known_form_are_found(kind: str, value: str) -> None:
    assert found(f"use {value}, please") == [(kind, value)]


def test_U14_a_letter_of_another_script_beside_a_key_does_not_hide_it() -> None:
    key = "sk-" + "abc123" * 5
    assert found(f"密钥{key}是") == [("api-key", key)]
    assert found(f"ключ{key}ж") == [("api-key", key)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("the password is hunter2.", "hunter2"),
        ("the password of the router is hunter2", "hunter2"),
        ("Password for the old guest wifi: Kiebitz77!", "Kiebitz77"),
        ("Das Passwort vom Router ist Kiebitz77", "Kiebitz77"),
        ("DB_PASSWORD=Zx9!kfT3", "Zx9!kfT3"),
        ('"password": "P@ssw0rd!"', "P@ssw0rd!"),
        ("Mein Passwort ist Sommer2024!", "Sommer2024"),
        ("le mot de passe est Ete2024", "Ete2024"),
        ("пароль: qwerty123", "qwerty123"),
        ("密码是hunter2abc。", "hunter2abc"),
        ("パスワードはhunter22です", "hunter22"),
        ("postgres://admin:s3cr3tpw@db.local/shop", "s3cr3tpw"),
        ("https://zoom.us/j/12?pwd=aUUxNzF0ak81czZH", "aUUxNzF0ak81czZH"),
    ],
)
def test_passwords_are_found_by_their_name(text: str, value: str) -> None:
    assert found(text) == [("password", value)]


@pytest.mark.parametrize(
    "text",
    [
        "api_key: a1b2c3d4e5f6g7h8",
        "client_secret = 'a1b2c3d4e5f6g7h8'",
        "Authorization: Bearer a1b2c3d4e5f6g7h8",
        "密钥：a1b2c3d4e5f6g7h8",
    ],
)
def test_tokens_are_found_by_their_name(text: str) -> None:
    assert found(text) == [("token", "a1b2c3d4e5f6g7h8")]


@pytest.mark.parametrize(
    "text",
    [
        "password: correct",
        "the password of the router is required",
        "the token for the door is 8+ characters long",
        "the password is SHA-256 hashed",
        "The password is 8+ characters long",
        "the token is valid for 24hours",
        "token: 8192 tokens",
        "API key: gpt-4o-mini",
        "api_key = os.environ['X1234567890']",
        "api_key = config.keys.production1",
        "password = get_password2(user)",
        "password: ${DB_PASSWORD_1}",
        "password: <your-password-1>",
        "password=changeme123",
        "postgres://user:${PASSWORD}@host",
        "AKIAIOSFODNN7EXAMPLE",
        "sk-learn-models-with-very-long-names",
        "commit 0123456789abcdef0123456789abcdef01234567",
        "id 123e4567-e89b-12d3-a456-426614174000",
        "-----BEGIN PRIVATE KEY----- is how it starts",
        "secret: https://example.org/a1b2c3d4e5f6g7h8",
    ],
)
def test_what_only_looks_like_a_secret_is_left_alone(text: str) -> None:
    assert found(text) == []


def test_a_private_key_goes_with_its_body_and_one_without_end_to_the_end() -> None:
    body = "-----BEGIN RSA PRIVATE KEY-----\n" + "aB3+/" * 30
    end = "\n-----END RSA PRIVATE KEY-----"
    assert found(f"a\n{body}{end}\nb") == [("private-key", body + end)]
    assert found(f"a\n{body}\nmore") == [("private-key", body + "\nmore")]


def test_a_marker_names_kind_and_a_salted_digest_and_is_no_secret_itself() -> None:
    one, two = redact("pwd=Zx9!kfT3 end", "salt"), redact("pwd=Zx9!kfT3 end", "pepper")
    assert one.text.startswith("pwd=[secret:password:")
    assert one.text.endswith("] end")
    assert one.text != two.text
    assert redact(one.text, "salt").text == one.text
    assert one.found == {"password": 1}


@pytest.mark.parametrize(
    ("text", "is_hidden"),
    [
        ("My API token is [secret:api-key:0a1b2c3d].", True),
        ("[secret:password:0a1b2c3d] is the password of the router", True),
        ('Das Passwort lautet "[secret:password:0a1b2c3d]"!', True),
        ("We rotate [secret:api-key:0a1b2c3d] every 90 days.", False),
        ("The secret of the pier is its depth.", False),
    ],
)
def test_a_statement_whose_value_is_a_marker_says_nothing(text: str, is_hidden: bool) -> None:
    assert hidden(text) is is_hidden


def test_a_text_without_secrets_stays_the_same() -> None:
    assert redact("We chose Postgres.", "s").text == "We chose Postgres."


def test_P04_private_passages_leave_and_one_without_end_reaches_to_the_end() -> None:
    assert unprivate("<private>pw</private> ok") == ("[private] ok", 1, False)
    assert unprivate("a <private>b\nc") == ("a ", 1, True)
    assert unprivate("a <PRIVATE>b</Private> c <private>d") == ("a [private] c ", 2, True)
    assert unprivate("<private>a<private>b</private>c</private>d") == ("[private]d", 1, False)


def test_P04_a_tag_that_is_spoken_of_or_only_closes_hides_nothing() -> None:
    for text in ("use the `<private>` tag", "x</private>y", "privately <privateer>", "no tag"):
        assert unprivate(text) == (text, 0, False)


def test_a_passage_that_is_open_already_ends_where_it_is_closed() -> None:
    assert unprivate("b</private>c", inside=True) == ("[private]c", 1, False)
    assert unprivate("b", inside=True) == ("", 1, True)


def test_U04_many_named_values_take_time_in_proportion() -> None:
    text = "password: " * 20_000 + "token=" * 20_000 + "://a:" * 20_000
    assert find(text) == ()
