import { programOf } from '../../../worker/cli/program';
import { parseConfig } from '../../../worker/config';
import { blocksIn, unusedTags } from './code-blocks.mjs';
import { pageProblems } from './page-problems.mjs';

const nothing = () => undefined;
const terminal = { result: nothing, note: nothing, interactive: false, screen: null, env: {}, cwd: '/' };
const products = { scripts: ['build'], agentKnowledge: programOf(terminal), parseConfig };

/** A page whose fifth line is the given text. */
const problemsOf = (text: string) =>
	pageProblems({ file: 'docs/page.md', text: `# Page\n\nFor readers: this is a page.\n\n${text}\n` }, products);

it.each([
	...[
		'Whom it goes to, with commas between, is unknown.',
		'Reviewers, who are told by mail that there is something to decide.',
		'It was waited once, 3 s in all.',
		'The service asks to wait for 90 s, which is longer than is waited here.',
		'A value is left out: all that the key can see when the task begins.',
		'Because nobody watches any more, run X goes on at the service.',
		'A row of result for each.',
		'There is none yet.',
		'What holds it up.',
		'## What holds it up',
		'- What holds it up.',
		'| what | why |\n| --- | --- |\n| x | what holds it up |',
	].map((text) => ['a sentence that is read twice', text]),
	['a long line', 'Many short words are here. '.repeat(5).trim()],
	['a long sentence', `The page\n${'has many\nwords '.repeat(20)}.`],
	['a long paragraph', 'It is short.\n'.repeat(6)],
	['two sentences in one', 'This is one sentence; this is another.'],
	['a link to no file', 'See [the other page](no-page.md).'],
	['a picture that is not there', '![A picture](images/no-picture.png)'],
	['the name of no file', 'The file `docs/no-page.md` says so.'],
	['no npm script', 'Run `npm run bild`.'],
	['no npm script', 'Run `npm test`.'],
	['no option of npm start', 'Run `npm start -- --without-n9n`.'],
	['no program', 'Run `node scripts/no-program.mjs`.'],
	['no command', 'Run `npx agent-knowledge tasks lst`.'],
	['no option of a command', 'Run `npx agent-knowledge tasks list --jsn`.'],
	['too many values', 'Run `npx agent-knowledge tasks show one two`.'],
])('finds %s', (_what, text) => {
	const problems = problemsOf(text);
	expect(problems.length).toBeGreaterThan(0);
	expect(problems.filter((problem) => !/^docs\/page\.md:[567]: /.test(problem))).toEqual([]);
});

it.each([
	'A [page](tasks.md#limits), a [site](https://example.com) and `docs/tasks.md`.',
	'Run `npm run build`, `npm start -- --without-n8n` and `node scripts/show-secret.mjs`.',
	'Run `npx agent-knowledge tasks list --json`, then `npx agent-knowledge tasks show nightly`.',
	'A file that a build makes: `worker/dist/cli.js`.',
])('has nothing against "%s"', (text) => {
	expect(problemsOf(text)).toEqual([]);
});

it('finds a page that does not say who it is for', () => {
	const problems = pageProblems({ file: 'page.md', text: 'One YAML file configures the worker.' }, products);
	expect(problems).toEqual(['page.md:1: the page does not begin with "For <its readers>: …"']);
});

describe('of code blocks', () => {
	const problemsIn = (info: string, text: string) => problemsOf(`\`\`\`${info}\n${text}\n\`\`\``);

	it.each([
		['sh', 'npm start'],
		['', 'npm start'],
		['sh later', 'npm start'],
		['sh check', "echo 'open"],
		['sh run', 'if true; then'],
		['json check', '{ "a": 1, }'],
		['yaml check', 'a: [1'],
		['json check printed', '{ "a": 1 }'],
		['ts check', 'const a = ;'],
		['js run', 'const a = ;'],
		['yaml check settings', 'gateway: { prot: 4020 }'],
		['yaml check settings', 'connections: { main: { baseUrl: agents.example.com } }'],
		['nginx check', 'server {}'],
	])('finds "%s" with %s', (info, text) => {
		expect(problemsIn(info, text)).toEqual([expect.stringContaining(`docs/page.md:5: block "`)]);
	});

	it.each([
		['sh check', 'agent-knowledge tasks show <id>'],
		['yaml check settings', 'gateway: { port: 4020 }'],
		['json check', '{ "a": 1 }'],
		['sh run', 'echo 1\n```\n\n```json check printed\n1'],
		['nginx show', 'server {}'],
	])('has nothing against "%s" with %s', (info, text) => {
		expect(problemsIn(info, text)).toEqual([]);
	});

	it('one in a list loses the indentation of the list', () => {
		expect(blocksIn({ file: 'page.md', text: '1. One\n\n   ```sh run\n   a\n     b\n   ```\n' })).toEqual([
			{ where: 'page.md:3', language: 'sh', tag: 'run', text: 'a\n  b\n', prints: null },
		]);
	});

	it('names a tag that none has', () => {
		const blocks = blocksIn({
			file: 'page.md',
			text: '```sh run\n```\n```json check printed\n```\n```sh check\n```\n',
		});
		expect(unusedTags(blocks)).toEqual(['no block has the tag "check settings"', 'no block has the tag "show"']);
	});
});
