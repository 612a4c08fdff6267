"""Reads lines of {"key", "file", "url"} and writes lines of {"key", "markdown", "ms"}."""
import gzip, json, sys, time
import trafilatura

for line in sys.stdin:
    page = json.loads(line)
    source = gzip.open(page['file'], 'rb').read()
    begin = time.process_time()
    text = trafilatura.extract(source, url=page['url'], output_format='markdown', include_comments=True, include_tables=True)
    print(json.dumps({'key': page['key'], 'markdown': text or '', 'ms': (time.process_time() - begin) * 1000}), flush=True)
