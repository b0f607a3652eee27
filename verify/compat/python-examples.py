"""Runs the example functions of a public checkout against a server, each in its own turn.

Usage: python-examples.py <zulip checkout> <python-zulip-api checkout> <JSON of the stage>
Prints one JSON line for each example and one about the validator (PyYAML and jsonschema, if they are installed).
Nothing in the checkouts is changed.
"""

import functools
import inspect
import json
import os
import re
import sys
import types

checkout, api, stage_text = sys.argv[1:4]
stage = json.loads(stage_text)
sys.path[:0] = [os.path.join(api, "zulip"), checkout]
os.chdir(checkout)

try:
    import jsonschema
    import yaml
except ImportError:
    jsonschema = yaml = None


def say(**line):
    print(json.dumps(line), flush=True)


class Document:
    """The OpenAPI 3.0 file of the checkout, as JSON Schema. Fields beyond those documented are allowed."""

    def __init__(self, path):
        with open(path, encoding="utf8") as file:
            self.root = yaml.load(file, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        self.schemas = {}
        self.checked = 0

    def endpoint(self, path):
        """The documented path that a request belongs to, or None."""
        if path in self.root["paths"]:
            return path
        patterns = ((re.sub(r"\{[^}]*\}", "[^/]+", known), known) for known in self.root["paths"])
        return next((known for pattern, known in patterns if re.fullmatch(pattern, path)), None)

    def check(self, content, path, method, status):
        path, method = self.endpoint(path), method.lower()
        responses = {} if path is None else self.root["paths"][path].get(method, {}).get("responses", {})
        if status != "200" or "200" not in responses:
            return
        self.checked += 1
        key = (path, method)
        if key not in self.schemas:
            response = self.resolve(responses["200"])
            self.schemas[key] = self.convert(response["content"]["application/json"]["schema"])
        errors = jsonschema.Draft7Validator(self.schemas[key]).iter_errors(content)
        problems = ["/".join(map(str, error.absolute_path)) + ": " + error.message[:150] for error in errors]
        assert not problems, "schema: " + "; ".join(problems[:3])

    def resolve(self, node):
        while "$ref" in node:
            target = self.root
            for part in node["$ref"].split("/")[1:]:
                target = target[part]
            node = target
        return node

    def convert(self, node):
        node = dict(self.resolve(node))
        node.pop("example", None)
        node.pop("discriminator", None)
        nullable = node.pop("nullable", False)
        if node.get("additionalProperties") is False:
            del node["additionalProperties"]
        elif isinstance(node.get("additionalProperties"), dict):
            node["additionalProperties"] = self.convert(node["additionalProperties"])
        if "properties" in node:
            node["properties"] = {name: self.convert(part) for name, part in node["properties"].items()}
        if "items" in node:
            node["items"] = self.convert(node["items"])
        for word in ("allOf", "anyOf", "oneOf"):
            if word in node:
                node[word] = [self.convert(part) for part in node[word]]
        # Alternatives in the document overlap on purpose: objects without required fields.
        if "oneOf" in node:
            node["anyOf"] = node.pop("oneOf")
        return {"anyOf": [node, {"type": "null"}]} if nullable else node


document = None if jsonschema is None else Document(os.path.join("zerver", "openapi", "zulip.yaml"))


def validate(content, path, method, status):
    if document is not None:
        document.check(content, path, method, status)
    return True


def module(name, **content):
    made = types.ModuleType(name)
    made.__path__ = []
    made.__dict__.update(content)
    sys.modules[name] = made


def get_user(address, realm):
    name = address.split("@")[0]
    return types.SimpleNamespace(id=stage["ids"][name])


# The examples import three things of the public server; these stand in for them.
for name in ("zerver", "zerver.models", "zerver.openapi"):
    module(name)
sys.modules["zerver.openapi"].__path__ = [os.path.join(checkout, "zerver", "openapi")]
module("zerver.models.realms", get_realm=lambda name: name)
module("zerver.models.users", get_user=get_user)
module("zerver.openapi.openapi", validate_against_openapi_schema=validate)

import zulip
from zerver.openapi import python_examples as examples


class Client(zulip.Client):
    def create_user(self, request=None):
        # The password of the example is shorter than this server accepts.
        if request is not None and len(request.get("password", "")) < 8:
            request = dict(request, password=stage["password"])
        return super().create_user(request)


# Functions that call examples, and helpers; all other functions with a client are examples.
GROUPS = {
    "test_messages",
    "test_users",
    "test_streams",
    "test_queues",
    "test_server_organizations",
    "test_errors",
    "test_invitations",
    "test_api_key_endpoints",
    "test_the_api",
}
HELPERS = {
    "ensure_users",
    "get_subscribed_stream_ids",
    "validate_message",
    "set_moderation_request_channel",
    "get_users_messages",
    "assert_success_response",
    "assert_error_response",
    "openapi_test_function",
    "validate_against_openapi_schema",
}
outcomes = {}


def attempted(name, function):
    @functools.wraps(function)
    def run(*args, **kwargs):
        try:
            result = function(*args, **kwargs)
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            outcomes.setdefault(name, []).append(reason(error))
            # A group unpacks the two results of one example.
            return (None, None) if name == "send_message" else None
        outcomes.setdefault(name, []).append(None)
        return result

    return run


answers = []


def reason(error):
    text = f"{type(error).__name__}: {error}".strip()
    place = error.__traceback__
    while place.tb_next is not None and not place.tb_frame.f_code.co_filename.endswith("python_examples.py"):
        place = place.tb_next
    while place.tb_next is not None and place.tb_next.tb_frame.f_code.co_filename.endswith("python_examples.py"):
        place = place.tb_next
    last = f"; last response {answers[-1]}" if answers and not text.startswith("AssertionError: schema") else ""
    return f"line {place.tb_lineno}: {text}{last}"[:400]


call_endpoint = zulip.Client.call_endpoint


def remembering(self, *args, **kwargs):
    answer = call_endpoint(self, *args, **kwargs)
    answers[:] = [str(answer)[:200]]
    return answer


zulip.Client.call_endpoint = remembering

for name, function in list(vars(examples).items()):
    if inspect.isfunction(function) and function.__module__ == examples.__name__ and name not in GROUPS | HELPERS:
        setattr(examples, name, attempted(name, function))


def client(person, key=None):
    return Client(email=person["email"], api_key=key or person["key"], site=stage["url"])


iago, owner, guest = (stage["people"][name] for name in ("iago", "desdemona", "guest"))
try:
    examples.test_the_api(client(iago), client(guest), client(owner))
except SystemExit:
    pass
examples.test_invalid_api_key(client(guest, "X" * 32))
admin = client(owner)
admin.deactivate_user_by_id(stage["ids"]["guest"])
examples.test_user_account_deactivated(client(guest))
admin.reactivate_user_by_id(stage["ids"]["guest"])
admin.call_endpoint("/realm/deactivate", method="POST", request={"deletion_delay_days": json.dumps(None)})
examples.test_realm_deactivated(client(guest))

endpoints = {function.__name__: endpoint for endpoint, function in examples.TEST_FUNCTIONS.items()}
for name in sorted(examples.REGISTERED_TEST_FUNCTIONS - set(outcomes)):
    outcomes[name] = ["never called"]
for name, results in outcomes.items():
    failures = [failure for failure in results if failure is not None]
    say(example=name, endpoint=endpoints.get(name, ""), reason=failures[0] if failures else None)
say(validator="none" if document is None else f"jsonschema, {document.checked} responses")
