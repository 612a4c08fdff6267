"""Reads paths of documents, a line each, and writes lines of {"file", "reference", "structure", "markdown", "ms"}.

The reference is the text of the file without any layout: that of its XML, or of a PDF by PDFium. The structure is how
many headings, tables and items of lists its XML has. Both are absent where nothing could be read. The markdown and its
CPU time are those of markitdown.
"""
import json, re, sys, time, zipfile
from html import unescape
import pypdfium2
from markitdown import MarkItDown

PARTS = {
    'docx': r'word/(document|footnotes|endnotes)\.xml',
    'pptx': r'ppt/(slides|notesSlides)/[^/]+\.xml',
    'xlsx': r'xl/(sharedStrings|worksheets/[^/]+)\.xml',
    'odt': r'content\.xml', 'ods': r'content\.xml', 'odp': r'content\.xml',
}
# A numbered heading of ODT is an item of a list.
STRUCTURES = {
    'docx': {
        'headings': r'<w:pStyle w:val="(?:Heading\d|Title)"/>',
        'items': r'<w:numPr>(?!.{0,80}w:numId w:val="0")',
    },
    'odt': {
        'headings': r'<text:h[ >]',
        'items': r'<text:list-item[^>]*>\s*<text:p[ >]',
    },
    'pptx': {},
}
# The elements of tables, rows and cells, and the beginning of a cell's text.
TABLES = {
    'docx': ('w:tbl', 'w:tr', 'w:tc', r'<w:t[ >]'),
    'odt': ('table:table', 'table:table-row', 'table:table-cell', r'<text:p[^>]*>[^<\s]'),
    'pptx': ('a:tbl', 'a:tr', 'a:tc', r'<a:t>'),
}
# The cells of a workbook whose value is only the number of a text, and formulas.
NOT_SHOWN = r'<c [^>]*t="s"[^>]*>.*?</c>|<f[ >].*?</f>|<(?:headerFooter|dataValidations|conditionalFormatting)\b.*?</(?:headerFooter|dataValidations|conditionalFormatting)>'
converter = MarkItDown()


def text_of_xml(xml):
    xml = re.sub(NOT_SHOWN, '', xml, flags=re.S)
    return unescape(re.sub(r'<[^>]*>', '', re.sub(r'</(?:\w+:)?(?:p|h|c|si|tc|table-cell)>|<(?:\w+:)?(?:br|tab|s|line-break)\b[^>]*>', ' ', xml)))


def parts_of(file, kind):
    with zipfile.ZipFile(file) as archive:
        names = sorted(name for name in archive.namelist() if re.fullmatch(PARTS[kind], name))
        return [archive.read(name).decode('utf-8', 'replace') for name in names]


def reference_of(file, kind):
    if kind == 'pdf':
        document = pypdfium2.PdfDocument(file)
        return '\n'.join(page.get_textpage().get_text_range() for page in document)
    return '\n'.join(text_of_xml(part) for part in parts_of(file, kind))


def elements(xml, name):
    return re.findall(rf'<{name}[ >](?:(?!<{name}[ >]).)*?</{name}>', xml, re.S)


def count_tables(xml, kind):
    """Those with two texts side by side: of a frame around text, and of a column alone, the text is what counts."""
    table, row, cell, text = TABLES[kind]
    is_wide = lambda row: sum(bool(re.search(text, each)) for each in elements(row, cell)) > 1
    return sum(any(map(is_wide, elements(each, row))) for each in elements(xml, table))


def structure_of(file, kind):
    xml = '\n'.join(parts_of(file, kind))
    counts = {name: len(re.findall(pattern, xml, re.S)) for name, pattern in STRUCTURES[kind].items()}
    return {**counts, 'tables': count_tables(xml, kind)}


def attempt(work):
    try:
        return work()
    except Exception:
        return None


for line in sys.stdin:
    file = line.strip()
    kind = file.rsplit('.', 1)[-1].lower()
    reference = attempt(lambda: reference_of(file, kind))
    structure = attempt(lambda: structure_of(file, kind))
    begin = time.process_time()
    markdown = attempt(lambda: converter.convert(file).text_content)
    ms = (time.process_time() - begin) * 1000
    reading = {'file': file, 'reference': reference, 'structure': structure, 'markdown': markdown, 'ms': ms}
    print(json.dumps(reading), flush=True)
