import { descriptionProblems, sourceProblems } from './english.mjs';
import { readmeProblems, testTableProblems } from './front-pages.mjs';
import { repositoryProblems } from './repository-links.mjs';
import { readRepository } from '../../release/repository/repository.mjs';

const HABIT = 'what holds it up';

it('finds a sentence that is read twice in strings, templates and pages of a source', () => {
	const text = `const a = '${HABIT}';\nconst b = \`\${a} ${HABIT} \${a}\`;\n// ${HABIT}\nconst c = <p>${HABIT}</p>;\n`;
	expect(sourceProblems({ file: 'worker/a.tsx', text }).map((problem) => problem.split(': ')[0])).toEqual([
		'worker/a.tsx:1',
		'worker/a.tsx:2',
		'worker/a.tsx:4',
	]);
});

it('finds such a sentence in the description of a node, and a description without texts', () => {
	const properties = ['One', 'Two', HABIT].map((hint) => ({ displayName: 'Field', hint, name: HABIT }));
	expect(descriptionProblems('node', { properties })).toEqual([expect.stringContaining('node.properties[2].hint: ')]);
	expect(descriptionProblems('node', {})).toEqual(['node: has only 0 texts that people read']);
});

describe('addresses of the repository', async () => {
	const repository = await readRepository();
	const { url, branch } = repository;
	const problemsOf = (address: string) =>
		repositoryProblems({ file: 'a.yaml', text: `a: 1\nsee: ${address}\n` }, repository);

	it.each([
		`${url}/blob/${branch}/docs/no-page.md`,
		`${url}/blob/other-branch/README.md`,
		`${url}/blob/${branch}/README.md#no-such-heading`,
		`${url}/wiki`,
		`${url.slice(0, url.lastIndexOf('/'))}/another-one`,
	])('finds %s', (address) => {
		expect(problemsOf(address)).toEqual([expect.stringMatching(/^a\.yaml:2: /)]);
	});

	it.each([
		url,
		`${url}.git`,
		`${url}#readme`,
		`${url}/issues`,
		`${url}/tree/${branch}/docs`,
		`"${url}/blob/${branch}/README.md#try-it".`,
	])('has nothing against %s', (address) => {
		expect(problemsOf(address)).toEqual([]);
	});
});

describe('the README', () => {
	const roles = ['Builder', 'Operations', 'Sales', 'Developer'];
	const path = (role: string) => `### ${role}\n\n1. Start.\n\n![Picture](a.png)\n\nNext: more.\n\n`;
	const keywords = ['schedule', 'nightly', 'CRM', 'approve'];
	const readme = [
		`${keywords.join(', ')} ${roles.map((role) => `[${role}](#${role.toLowerCase()})`).join(' ')}`,
		'',
		`## Try it\n\n${roles.map(path).join('')}## Next\n`,
	].join('\n');
	const manifests = [{ file: 'package.json', keywords }];

	it('may be as it is', () => {
		expect(readmeProblems(readme, manifests)).toEqual([]);
	});

	it.each([
		['a word that people search for', 'nightly', 'often'],
		['a way to the path of a role', '(#sales)', '(#sellers)'],
		['the path of a role', '### Sales', '### Sellers'],
		['a first step', '1. Start.', 'Start.'],
		['a picture', '![Picture](a.png)', ''],
		['what comes next', 'Next: more.', ''],
	])('lacks %s', (_what, text, instead) => {
		expect(readmeProblems(readme.replace(text, instead), manifests)).not.toEqual([]);
	});

	it('lacks a keyword of a package', () => {
		const without = [{ file: 'package.json', keywords: keywords.slice(1) }];
		expect(readmeProblems(readme, without)).toEqual(['package.json:1: has no keyword "schedule"']);
	});
});

describe('the table of tests', () => {
	const scripts = ['build', 'test:a', 'test:b'];
	const problemsOf = (cells: string[]) =>
		testTableProblems(
			`## Which test to run when\n\n| when | run |\n| --- | --- |\n${cells.map((cell) => `| x | ${cell} |\n`).join('')}`,
			scripts,
		);

	it('names each command once, in six rows', () => {
		expect(problemsOf(['`test:a`', '`test:b`', '', '', '', ''])).toEqual([]);
	});

	it.each([
		['a command that is missing', ['`test:a`', '', '', '', '', '']],
		['a command that is not there', ['`test:a`', '`test:b`', '`test:c`', '', '', '']],
		['a command twice', ['`test:a`', '`test:b`', '`test:a`', '', '', '']],
		['a row more', ['`test:a`', '`test:b`', '', '', '', '', '']],
	])('finds %s', (_what, cells) => {
		expect(problemsOf(cells)).toHaveLength(1);
	});
});
