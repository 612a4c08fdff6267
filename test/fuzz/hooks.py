"""What the OpenAPI document cannot say: which pages and jobs there are, and which values make no sense together.

Only valid requests are changed. What is generated to be refused is sent as it is.
"""

import json
import os

import jsonschema_rs
import requests
import schemathesis

PAGES = ["http://site.example/a", "http://site.example/b?page=2", "http://site.example/status?code=404"]
# Only a site with sitemaps can be mapped by them alone.
SITE_WITH_SITEMAPS = "http://mapped.site.example/"
RECEIVER = "http://site.example/webhook"
JOB = os.environ["FUZZ_JOB"]
SCHEMA = {"type": "object", "properties": {"title": {"type": "string"}}}
ACTIONS = [{"type": "scroll", "direction": "down"}, {"type": "scrape"}, {"type": "screenshot"}]
BROWSER_FORMATS = ("screenshot", "branding")
MAX_WAIT_MS = 200
MIN_TIMEOUT_MS = 20_000


@schemathesis.hook
def before_call(context, case, kwargs):
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    # In a sequence of calls the id is that of a job which an earlier call has created.
    if case.path_parameters and "id" in case.path_parameters and case.meta.phase.name.value != "stateful":
        case.path_parameters["id"] = JOB
    # Only answers say where to go on.
    if case.query:
        case.query.pop("cursor", None)
    # Few names are a domain's: one of digits alone is the address of a machine.
    if case.path_parameters and "domain" in case.path_parameters:
        case.path_parameters["domain"] = "site.example"
    if isinstance(case.body, dict):
        case.body = with_real_values(dict(case.body), case.operation.path)


@schemathesis.hook
def after_call(context, case, response):
    # A monitor runs as soon as it is there, and hundreds of them would keep the stack busy until the end.
    is_one_of_many = case.meta is None or case.meta.phase.name.value != "stateful"
    if case.method.upper() == "POST" and case.operation.path.endswith(("/monitors", "/monitor")) and is_one_of_many:
        body = response.json() if response.status_code == 200 else {}
        created = body.get("id") or body.get("data", {}).get("id")
        if created:
            headers = {"Authorization": response.request.headers["Authorization"]}
            requests.delete(f"{response.request.url}/{created}", headers=headers, timeout=60)


def with_real_values(body, path):
    body = with_real_options(body)
    # Each of their pages would be opened in Chromium, which takes seconds; single pages are enough for that.
    if not path.endswith("/scrape") or "/batch/" in path:
        body = without_browser(body)
    if "url" in body:
        # A page that answers 404 is a valid item of a batch, and a refusal of everything else.
        body["url"] = SITE_WITH_SITEMAPS if path.endswith("/map") else PAGES[0]
    if "urls" in body:
        body["urls"] = [PAGES[index % len(PAGES)] for index in range(min(len(body["urls"]), 10))]
    if isinstance(body.get("webhook"), dict):
        body["webhook"] = {**body["webhook"], "url": RECEIVER}
    elif isinstance(body.get("webhook"), str):
        body["webhook"] = RECEIVER
    if path.endswith("/crawl"):
        body = with_real_crawl(body)
    if path.endswith("/map"):
        # Both at once are refused.
        if body.get("ignoreSitemap"):
            body.pop("sitemapOnly", None)
    # Any object has the type of a JSON Schema, but few are one. A prompt alone needs a language model.
    if path.endswith("/extract"):
        body["schema"] = SCHEMA
        if "systemPrompt" in body:
            body["systemPrompt"] = "Answer in one word."
            body["prompt"] = body.get("prompt", "")[:1_000] or "What is it about?"
    if "/monitor" in path:
        body = with_real_monitor(body)
    if isinstance(body.get("scrapeOptions"), dict):
        body["scrapeOptions"] = without_browser(with_real_options(dict(body["scrapeOptions"])))
    return body


def with_real_options(body):
    # Strings that are no CSS selector are refused.
    for name in ("includeTags", "excludeTags"):
        if name in body:
            body[name] = ["main", ".note"][: len(body[name])]
    # A minute of waiting is valid, and so is a timeout that no page can meet.
    if "waitFor" in body:
        body["waitFor"] = min(body["waitFor"], MAX_WAIT_MS)
    if "timeout" in body:
        body["timeout"] = max(body["timeout"], MIN_TIMEOUT_MS)
    # Most names are of no proxy.
    if body.get("proxy") is not None:
        body["proxy"] = "auto"
    # Few actions find what they are for.
    if body.get("actions"):
        body["actions"] = ACTIONS[: len(body["actions"])]
    if body.get("formats"):
        # Each may be asked for once.
        body["formats"] = list({name_of(format): with_real_format(format) for format in body["formats"]}.values())
    if body.get("engine") == "http" and needs_browser(body):
        del body["engine"]
    return body


def with_real_format(format):
    if not isinstance(format, dict):
        # Without options there is nothing to look for.
        return "markdown" if format in ("json", "attributes") else format
    format = dict(format)
    if format["type"] == "json" or "schema" in format:
        format["schema"] = SCHEMA
    if format["type"] == "attributes":
        format["selectors"] = [{"selector": "a", "attribute": "href"}]
    # Only the others have a quality.
    if format.get("format") == "png":
        format.pop("quality", None)
    return format


def name_of(format):
    return format["type"] if isinstance(format, dict) else format


def needs_browser(body):
    names = [name_of(format) for format in body.get("formats") or []]
    return body.get("waitFor") or body.get("actions") or any(name in BROWSER_FORMATS for name in names)


def without_browser(body):
    for name in ("waitFor", "actions", "engine"):
        body.pop(name, None)
    if body.get("formats"):
        kept = [format for format in body["formats"] if name_of(format) not in BROWSER_FORMATS]
        body["formats"] = kept or ["markdown"]
    return body


def with_real_crawl(body):
    # A crawl of a hundred thousand pages is valid, and so is one that pauses for minutes.
    body["limit"] = min(body.get("limit", 3), 3)
    for name in ("delay", "ignoreSitemap", "ignoreRobotsTxt", "zeroDataRetention"):
        body.pop(name, None)
    # Few strings are a regular expression.
    for name in ("includePaths", "excludePaths"):
        if name in body:
            body[name] = ["^/a", "b$"][: len(body[name])]
    return body


def with_real_monitor(body):
    # One of three says what to watch.
    for name in ("urls", "url"):
        if name in body:
            body.pop("crawl", None)
    if "urls" in body:
        body["urls"] = PAGES[:1]
        body.pop("url", None)
    elif not body.keys() & {"url", "crawl", "targets"}:
        body["url"] = PAGES[0]
    if isinstance(body.get("crawl"), dict):
        body["crawl"] = with_real_crawl({**body["crawl"], "url": PAGES[0]})
    # Few strings say how often.
    if "every" in body:
        body["every"] = "1d"
    if isinstance(body.get("schedule"), dict):
        body["schedule"] = {"cron": "0 9 * * *"}
    if isinstance(body.get("targets"), list):
        body["targets"] = [{"type": "scrape", "urls": PAGES[:1]}]
    # Theirs have one kind of event.
    if isinstance(body.get("webhook"), dict):
        body["webhook"].pop("events", None)
    return body


@schemathesis.check
def every_line_satisfies_the_schema(ctx, response, case):
    """Schemathesis does not read newline-delimited JSON, whose schema is that of a line."""
    if "application/x-ndjson" not in response.headers.get("content-type", [""])[0]:
        return
    content = case.operation.definition.raw["responses"]["200"]["content"]
    document = case.operation.schema.raw_schema
    schema = {**content["application/x-ndjson"]["schema"], "components": document["components"]}
    validator = jsonschema_rs.validator_for(schema)
    for line in response.content.decode().splitlines():
        assert validator.is_valid(json.loads(line)), f"This line does not satisfy the schema: {line[:500]}"
