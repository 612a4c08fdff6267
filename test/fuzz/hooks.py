"""What the OpenAPI document cannot say: which pages and jobs there are, and which values make no sense together.

Only valid requests are changed. What is generated to be refused is sent as it is.
"""

import json
import os

import jsonschema_rs
import schemathesis

PAGES = ["http://site.example/a", "http://site.example/b?page=2", "http://site.example/status?code=404"]
# Only a site with sitemaps can be mapped by them alone.
SITE_WITH_SITEMAPS = "http://mapped.site.example/"
RECEIVER = "http://site.example/webhook"
JOB = os.environ["FUZZ_JOB"]
SCHEMA = {"type": "object", "properties": {"title": {"type": "string"}}}
MAX_WAIT_MS = 200
MIN_TIMEOUT_MS = 20_000


@schemathesis.hook
def before_call(context, case, kwargs):
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    # In a sequence of calls the id is that of a job which an earlier call has created.
    if case.path_parameters and "id" in case.path_parameters and case.meta.phase.name.value != "stateful":
        case.path_parameters["id"] = JOB
    if isinstance(case.body, dict):
        case.body = with_real_values(dict(case.body), case.operation.path)


def with_real_crawl(body):
    # A crawl of a hundred thousand pages is valid, and so is one that pauses for minutes.
    body["limit"] = min(body.get("limit", 3), 3)
    for name in ("delay", "ignoreSitemap", "ignoreRobotsTxt", "zeroDataRetention"):
        body.pop(name, None)
    # Few strings are a regular expression.
    for name in ("includePaths", "excludePaths"):
        if name in body:
            body[name] = ["^/a", "b$"][: len(body[name])]
    if "scrapeOptions" in body:
        body["scrapeOptions"] = with_real_values(dict(body["scrapeOptions"]), "")
    return body


def with_real_values(body, path):
    if "url" in body:
        # A page that answers 404 is a valid item of a batch, and a refusal of everything else.
        body["url"] = SITE_WITH_SITEMAPS if path == "/v1/map" else PAGES[0]
    if path == "/v1/crawl":
        body = with_real_crawl(body)
    # Both at once are refused.
    if path == "/v1/map" and body.get("ignoreSitemap"):
        body.pop("sitemapOnly", None)
    if "urls" in body:
        body["urls"] = [PAGES[index % len(PAGES)] for index in range(min(len(body["urls"]), 10))]
    if "webhook" in body:
        body["webhook"] = {**body["webhook"], "url": RECEIVER} if isinstance(body["webhook"], dict) else RECEIVER
    # Any object has the type of a JSON Schema, but few are one. A prompt alone needs a language model.
    if path == "/v1/extract":
        body["schema"] = SCHEMA
    # Strings that are no CSS selector are refused.
    for name in ("includeTags", "excludeTags"):
        if name in body:
            body[name] = ["main", ".note"][: len(body[name])]
    # A minute of waiting is valid, and so is a timeout that no page can meet.
    if "waitFor" in body:
        body["waitFor"] = min(body["waitFor"], MAX_WAIT_MS)
    if "timeout" in body:
        body["timeout"] = max(body["timeout"], MIN_TIMEOUT_MS)
    if body.get("engine") == "http" and (body.get("waitFor") or "screenshot" in body.get("formats", [])):
        del body["engine"]
    return body


@schemathesis.check
def every_line_satisfies_the_schema(ctx, response, case):
    """Schemathesis does not read newline-delimited JSON, whose schema is that of a line."""
    if "application/x-ndjson" not in response.headers.get("content-type", [""])[0]:
        return
    content = case.operation.definition.raw["responses"]["200"]["content"]
    validator = jsonschema_rs.validator_for(content["application/x-ndjson"]["schema"])
    for line in response.content.decode().splitlines():
        assert validator.is_valid(json.loads(line)), f"This line does not satisfy the schema: {line[:500]}"
