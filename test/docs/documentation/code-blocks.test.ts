import { problemsOf } from './block-problems';
import { allBlocks, blocksIn } from './code-blocks';

const blocks = allBlocks();

it('there are blocks of every tag', () => {
	const tags = new Set(blocks.map(({ tag }) => tag));
	expect([...tags].sort()).toEqual(['check', 'check printed', 'check settings', 'run', 'show']);
});

it.each(blocks)('$where has a tag, and the form of its language', (block) => {
	expect(problemsOf(block)).toEqual([]);
});

it('each block that is printed stands behind the one that prints it', () => {
	const printed = blocks.filter(({ tag }) => tag === 'check printed');
	expect(printed.map(({ text }) => text)).toEqual(blocks.flatMap(({ prints }) => prints ?? []));
});

describe('the check finds', () => {
	const problemsIn = (info: string, text: string) =>
		blocksIn('page.md', `\n\`\`\`${info}\n${text}\n\`\`\`\n`).flatMap(problemsOf);

	it.each([
		['sh', 'npm start'],
		['', 'npm start'],
		['sh later', 'npm start'],
		['sh check', "echo 'open"],
		['sh run', 'if true; then'],
		['json check', '{ "a": 1, }'],
		['yaml check', 'a: [1'],
		['json check printed', '{ "a": 1, }'],
		['ts check', 'const a = ;'],
		['js run', 'const a = ;'],
		['yaml check settings', 'gateway: { prot: 4020 }'],
		['yaml check settings', 'connections: { main: { baseUrl: agents.example.com } }'],
		['nginx check', 'server {}'],
	])('a block "%s" with %s', (info, text) => {
		expect(problemsIn(info, text)).toHaveLength(1);
	});

	it.each([
		['sh check', 'agent-knowledge tasks show <id>'],
		['yaml check settings', 'gateway: { port: 4020 }'],
		['json check', '{ "a": 1 }'],
		['nginx show', 'server {}'],
	])('nothing in a block "%s" with %s', (info, text) => {
		expect(problemsIn(info, text)).toEqual([]);
	});
});

it('a block in a list loses the indentation of the list', () => {
	expect(blocksIn('page.md', '1. One\n\n   ```sh run\n   a\n     b\n   ```\n')).toEqual([
		{ where: 'page.md:3', language: 'sh', tag: 'run', text: 'a\n  b\n', prints: null },
	]);
});
