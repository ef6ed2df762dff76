import { addSourcesInputSchema } from './contract';

const blob = `sha256:${'0'.repeat(64)}`;
const text = (title: string, content: string) => ({ type: 'text', title, content });

function issuesOf(sources: unknown): string[] {
	const parsed = addSourcesInputSchema.safeParse({ connection: 'main', agentId: 'a', sources });
	return parsed.error?.issues.map(({ path }) => path.join('.')) ?? [];
}

it('takes pages, texts and files, and the same one twice', () => {
	const url = { type: 'url', url: 'https://www.example.com/help' };
	const file = { type: 'file', filename: 'Prices 2026.PDF', blob };
	expect(issuesOf([url, url, text('A', 'b'), text('A', 'b'), { type: 'text', title: 'B', blob }, file, file])).toEqual(
		[],
	);
});

it.each([
	['no source', [], 'sources'],
	['an address that is none', [{ type: 'url', url: 'example.com' }], 'sources.0.url'],
	['a text without a title', [{ type: 'text', content: 'x' }], 'sources.0.title'],
	['a text that is too large to be sent along', [text('A', 'x'.repeat(40_000))], 'sources.0.content'],
	[
		'a file of a type that the service does not take',
		[{ type: 'file', filename: 'a.exe', blob }],
		'sources.0.filename',
	],
	['a file name with a folder', [{ type: 'file', filename: '../a.pdf', blob }], 'sources.0.filename'],
	['a reference that is none', [{ type: 'file', filename: 'a.pdf', blob: 'a.pdf' }], 'sources.0.blob'],
	['a text without content', [{ type: 'text', title: 'A' }], 'sources.0.content'],
	['one title for two texts', [text('A', 'x'), text('A', 'y')], 'sources.1.title'],
	['more than 500', Array.from({ length: 501 }, (_, index) => text(`T${index}`, 'x')), 'sources'],
])('refuses %s by its field', (_what, sources, path) => {
	const issues = issuesOf(sources);
	expect(issues.length).toBeGreaterThan(0);
	for (const issue of issues) expect(issue.startsWith(path)).toBe(true);
});
