"""Validates the sandbox's OpenAPI document, its answers by it, and other schemas, with what Debian has that is not ours.

usage: openapi.py URL TOKEN DOCUMENT SCHEMA...

DOCUMENT is docs/openapi.json, which the answers of the sandbox at URL must fit. Debian 12 has no validator for OpenAPI 3.1:
libjson-validator-perl, libmojolicious-plugin-openapi-perl, golang-github-getkin-kin-openapi-dev and
python3-djangorestframework-spectacular know 3.0, node-ajv is JSON Schema draft 7, and openapi-specification has the
schema of 3.0 beside the text of 3.1. So three checks are made instead: the frame of the document (paths, operations,
parameters, answers), in which 3.1 is as 3.0, by that schema; each schema by JSON Schema 2020-12, which 3.1 names; and
each answer by the schema of its status. The validator is python3-jsonschema. What is not installed is named and left
out. Ends with 1 when something does not fit.
"""
import copy
import json
import sys
import urllib.error
import urllib.request

SPECIFICATION = "/usr/share/openapi-specification/schemas/v3.0/schema.json"

P = "/v2/Projects/"
JSON = {"Content-Type": "application/json"}
LOGIN = '{"Email": "demo@example.org", "Password": "demo"}'
# method, path below /API, body; {} in a path is the version of the project
REQUESTS = [
    ("POST", "/Login", LOGIN),
    ("POST", "/Login", '{"Email": "demo@example.org", "Password": "other"}'),
    ("POST", "/Login", '{"Email": "new@example.org", "Password": "demo", "DataProtectionConsent": true}'),
    ("POST", "/Login", '{"Email": "other@example.org", "Password": "demo"}'),
    ("POST", "/Login", '{"Email": "demo@example.org"}'),
    ("POST", "/Login", "[]"),
    ("GET", "/CurrentUser", None),
    ("GET", "/PasswordSettings", None),
    *[("GET", f"{P}{project}", None) for project in range(1, 17)],
    ("POST", P + "2/Metadata?Key=a&AccessToken={}", '{"Value": "b"}'),
    ("POST", P + "2/Metadata?Key=a&AccessToken=1", '{"Value": "b"}'),
    ("POST", P + "2/Metadata?Key=a", '{"Value": "b"}'),
    ("POST", P + "9/Metadata?Key=a&AccessToken=1", '{"Value": "b"}'),
    ("POST", P + "99/Metadata?Key=a&AccessToken=1", '{"Value": "b"}'),
    ("DELETE", P + "2/Metadata?Key=a&AccessToken={}", None),
    ("DELETE", P + "2/Metadata?Key=a&AccessToken={}", None),
    ("DELETE", P + "2/Metadata?AccessToken={}", None),
    ("DELETE", P + "2/Metadata?Key=a&AccessToken=1", None),
    ("DELETE", P + "9/Metadata?Key=a&AccessToken=1", None),
    ("DELETE", P + "2/Tags?AccessToken={}", '{"Tag": "radio"}'),
    ("DELETE", P + "2/Tags?AccessToken={}", '{"Tag": "radio"}'),
    ("DELETE", P + "2/Tags?AccessToken={}", "{}"),
    ("DELETE", P + "2/Tags?AccessToken=1", '{"Tag": "radio"}'),
    ("DELETE", P + "9/Tags?AccessToken=1", '{"Tag": "radio"}'),
    ("GET", P + "1/Enqueue?Lang=en-US&WithPPC=false&CustomLabel=x&StartTranscriptionAtSeconds=1.5", None),
    ("GET", P + "1/Enqueue", None),
    ("GET", P + "3/Enqueue", None),
    ("GET", P + "2/Enqueue?Lang=x", None),
    ("GET", P + "9/Enqueue", None),
    ("GET", P + "99/Enqueue", None),
    ("GET", P + "2/Export/Subtitles?FileFormatId=vtt", None),
    ("GET", P + "2/Export/Subtitles?FileFormatId=pdf", None),
    ("GET", P + "4/Export/Subtitles", None),
    ("GET", P + "14/Export/Subtitles", None),
    ("GET", P + "99/Export/Subtitles", None),
]


def ask(url, method, path, body, token):
    """Status, media type and body of one request."""
    headers = dict(JSON, Accept="*/*")
    if token:
        headers["Authorization"] = token
    request = urllib.request.Request(url + path, body.encode() if body else None, headers, method=method)
    try:
        reply = urllib.request.urlopen(request, timeout=20)
    except urllib.error.HTTPError as error:
        reply = error
    with reply:
        return reply.status, reply.headers.get_content_type(), reply.read()


def without_schemas(value):
    """The document with everything that is a JSON Schema left open."""
    if isinstance(value, list):
        return [without_schemas(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {
        name: {} if name == "schema" else dict.fromkeys(member, {}) if name == "schemas" else without_schemas(member)
        for name, member in value.items()
    }


def schemas_in(value):
    """Every schema of the document: those of the components, and those that stand where they are used."""
    if isinstance(value, list):
        for item in value:
            yield from schemas_in(item)
    elif isinstance(value, dict):
        for name, member in value.items():
            if name == "schema":
                yield member
            elif name == "schemas":
                yield from member.values()
            else:
                yield from schemas_in(member)


def operation_of(document, method, path):
    """The operation of a request, and its name."""
    parts = path.split("?")[0].split("/")
    for pattern, methods in document["paths"].items():
        names = pattern.split("/")
        if len(names) == len(parts) and all(n == p or n.startswith("{") for n, p in zip(names, parts)):
            return methods[method.lower()]
    raise KeyError(path)


def check_frame(jsonschema, document):
    """Problems of the frame; None when the specification is not installed."""
    try:
        with open(SPECIFICATION, encoding="utf-8") as file:
            schema = json.load(file)
    except FileNotFoundError:
        return None
    frame = dict(without_schemas(copy.deepcopy(document)), openapi="3.0.3")
    return [error.message for error in jsonschema.Draft4Validator(schema).iter_errors(frame)]


def check_answers(jsonschema, document, url, token):
    """Problems of the answers, and which (operation, status) were seen."""
    resolver = jsonschema.RefResolver.from_schema(document)
    problems, seen = [], set()
    for with_token in (token, None):
        for method, path, body in REQUESTS:
            if "{}" in path:
                _, _, project = ask(url, "GET", path[: path.index("/", len(P))], None, token)
                path = path.format(json.loads(project)["Data"]["AccessToken"])
            operation = operation_of(document, method, path)
            status, media, answer = ask(url, method, path, body, with_token)
            seen.add((operation["operationId"], str(status)))
            where = f"{method} {path}: {status}"
            content = operation["responses"].get(str(status), {}).get("content", {})
            if media not in content and "*/*" not in content:
                problems.append(f"{where} with {media} is not documented")
                continue
            if media != "application/json":
                continue
            validator = jsonschema.Draft202012Validator(content[media]["schema"], resolver=resolver)
            problems += [f"{where}: {error.json_path}: {error.message}" for error in validator.iter_errors(json.loads(answer))]
    return problems, seen


def main():
    url, token, path, *others = sys.argv[1:]
    try:
        import jsonschema
    except ModuleNotFoundError:
        print("skip openapi: jsonschema is not installed (python3-jsonschema): 3 checks left out")
        return 0
    with open(path, encoding="utf-8") as file:
        document = json.load(file)
    code = 0

    def tell(what, problems):
        nonlocal code
        code = 1 if problems else code
        print(f"FAIL openapi: {what}" if problems else f"ok   openapi: {what}")
        for problem in problems[:8]:
            print("  " + problem)

    frame = check_frame(jsonschema, document)
    if frame is None:
        print("skip openapi: the schema of OpenAPI is not installed (openapi-specification): 1 check left out")
    else:
        tell("the frame by the schema of OpenAPI 3.0", frame)
    problems, schemas = [], list(schemas_in(document))
    for other in others:
        with open(other, encoding="utf-8") as file:
            schemas.append(json.load(file))
    for schema in schemas:
        try:
            jsonschema.Draft202012Validator.check_schema(schema)
        except jsonschema.SchemaError as error:
            problems.append(error.message)
    tell(f"{len(schemas)} schemas by JSON Schema 2020-12", problems)
    problems, seen = check_answers(jsonschema, document, url + "/API", token)
    documented = {
        (operation["operationId"], status)
        for methods in document["paths"].values()
        for operation in methods.values()
        for status in operation["responses"]
    }
    for operation in sorted({operation for operation, _ in documented}):
        if (operation, "200") not in seen:
            problems.append(f"{operation} was never answered with 200")
    tell(f"{2 * len(REQUESTS)} answers; {len(seen & documented)} of {len(documented)} documented statuses seen", problems)
    return code


sys.exit(main())
