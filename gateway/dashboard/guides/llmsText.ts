import { type Guide, groupsOf } from './guide.ts';

/** The guides for agents, in the form of llmstxt.org: a list of addresses of markdown, each with what is there. */
export function llmsText(guides: readonly Guide[], api: string): string {
  const groups = groupsOf(guides).map(({ group, guides: inGroup }) => {
    const lines = inGroup.map(({ slug, title, summary }) => `- [${title}](${api}/docs/${slug}.md): ${summary}`);
    return `## ${group}\n\n${lines.join('\n')}\n`;
  });
  return `# Sightread

> Reads websites for programs: pages as markdown, whole sites, structured data that satisfies a JSON Schema, branding profiles, and the icon or Open Graph image of any domain. Programs use the HTTP API with a secret key as bearer; agents find the same operations as tools at ${api}/mcp (Model Context Protocol, streamable HTTP).

${groups.join('\n')}
## Reference

- [OpenAPI document](${api}/v1/openapi.json): every operation with its fields, limits, prices and errors
- [API reference](${api}/v1/docs): the same for people
`;
}
