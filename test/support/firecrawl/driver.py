"""The Python client in a process of its own: takes calls from standard input, a line each, and answers in lines."""

import json
import sys
import threading

from firecrawl import Firecrawl
from pydantic import BaseModel

api_url, api_key = sys.argv[1:3]


def plain(value):
    """What JSON can hold of a result."""
    if isinstance(value, BaseModel):
        return plain(value.model_dump(exclude_none=True))
    if isinstance(value, dict):
        return {name: plain(each) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    if hasattr(value, "__dict__"):
        return plain(vars(value))
    return value if isinstance(value, (str, int, float, bool, type(None))) else str(value)


def watch(client, job, kind):
    """Everything that a watcher says until the job has ended."""
    seen = {"documents": [], "snapshots": []}
    ended = threading.Event()
    # After a silence of poll_interval it asks for the status instead, and says no more of the pages if that is the end.
    watcher = client.watcher(job, kind=kind, poll_interval=60, timeout=60)

    def on_snapshot(snapshot):
        seen["snapshots"].append(snapshot.status)
        if snapshot.status != "scraping":
            ended.set()

    watcher.add_listener(on_snapshot)
    watcher.add_event_listener("document", lambda event: seen["documents"].append(event["data"]))
    watcher.start()
    ended.wait(60)
    watcher.stop()
    return seen


def answer(call):
    client = Firecrawl(api_key=call.get("key", api_key), api_url=api_url)
    try:
        if call["method"] == "watch":
            result = watch(client, *call["args"])
        else:
            result = getattr(client, call["method"])(*call["args"], **call.get("options", {}))
        answered = {"id": call["id"], "result": plain(result)}
    except Exception as error:
        status = getattr(error, "status_code", None)
        answered = {"id": call["id"], "error": {"name": type(error).__name__, "message": str(error), "status": status}}
    print(json.dumps(answered), flush=True)


for line in sys.stdin:
    threading.Thread(target=answer, args=(json.loads(line),)).start()
