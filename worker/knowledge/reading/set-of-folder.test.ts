import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { found, pair } from '../testing/read';
import { KnowledgeFileError, parseKnowledgeFile } from '../folders/knowledge-file';
import { readKnowledgeFile } from '../folders/read-folder';
import { KnowledgeReader } from './knowledge-reader';
import { readSet } from './set-of-folder';

let folder: string;
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'knowledge-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function write(files: Record<string, string>): Promise<void> {
	for (const [path, content] of Object.entries(files)) {
		await mkdir(dirname(join(folder, path)), { recursive: true });
		await writeFile(join(folder, path), content);
	}
}

const reader = new KnowledgeReader();
const blob = `sha256:${'1'.repeat(64)}`;
async function readHandbook() {
	const { handbook } = readKnowledgeFile(folder).sets;
	if (handbook === undefined) throw new Error('There is no set of this name.');
	return found(readSet(folder, handbook, { reader, keep: () => Promise.resolve(blob), hosts: { hosts: [] } }));
}

const HEAD = 'agents:\n  support: { id: agent_1 }\nsets:\n  handbook:\n    agents: [support]\n';

it('reads the columns that the set names', async () => {
	const columns = '    columns: { question: Frage, answer: 2 }\n';
	await write({ 'knowledge.yaml': `${HEAD}    questions: qa.csv\n${columns}`, 'qa.csv': 'Frage;Antwort\na;b\n' });
	expect((await readHandbook()).rows).toEqual([pair('a', 'b')]);
	expect(() => parseKnowledgeFile(`${HEAD}    markdown: docs/*.md\n${columns}`)).toThrow(
		'knowledge.yaml:7: sets.handbook.columns is for tables. Remove it, or name a table in questions.',
	);
});

it('reads tables, Markdown, files and sitemaps of a set', async () => {
	await write({
		'knowledge.yaml': `${HEAD}${[
			'    questions: qa.csv',
			"    markdown: ['docs/**/*.md']",
			'    files: files/*',
			'    exclude: docs/drafts/**',
			'    pages: pages.csv',
			'    sitemaps:',
			'      - url: http://127.0.0.1:9/sitemap.xml',
			"        include: ['/help/**']",
		].join('\n')}\n`,
		'qa.csv': 'question;answer\na;b\nA ;c\n',
		'docs/a.md': '---\nkey: a\n---\n# Title\n',
		'docs/deep/b.md': '# title\n',
		'docs/drafts/c.md': 'x',
		'docs/.hidden/d.md': 'x',
		'files/prices.pdf': '%PDF',
		'pages.csv': 'key,url\nhome,https://www.example.com/\n',
	});
	expect(await readHandbook()).toEqual({
		rows: [
			{ type: 'qa', question: 'a', answer: 'b' },
			{ type: 'page', key: 'home', url: 'https://www.example.com/' },
			{ type: 'text', key: 'a', title: 'Title', content: '# Title\n' },
			{ type: 'file', key: 'files/prices.pdf', filename: 'prices.pdf', blob },
		],
		refused: [
			'qa.csv, row 3: question is that of qa.csv, row 2 too. Please keep one of the two rows',
			'docs/deep/b.md: title is that of docs/a.md too. Please keep one of the two rows',
		],
		broken: [
			expect.stringMatching(/^http:\/\/127.0.0.1:9\/sitemap.xml: The sitemap is an address that the worker may not/),
		],
	});
});

it('names patterns that match nothing, links, and tables that cannot be read', async () => {
	await write({
		'knowledge.yaml': `${HEAD}    questions: [none.csv, bad.csv]\n    markdown: link.md\n`,
		'bad.csv': 'x,y\n',
	});
	await symlink('/etc/hostname', join(folder, 'link.md'));
	expect(await readHandbook()).toEqual({
		rows: [],
		refused: [],
		broken: [
			expect.stringMatching(/^none.csv: The pattern matches no file/),
			expect.stringMatching(/^bad.csv: This file has no title that names a field/),
			expect.stringMatching(/^link.md: The pattern matches no file.* Links are not followed/),
		],
	});
});

it.each([
	[
		'a path that leads out',
		`${HEAD}    files: ../secret.txt\n`,
		'knowledge.yaml:6: sets.handbook.files must be a path',
	],
	['an absolute path', `${HEAD}    files: [ok.txt, /etc/passwd]\n`, 'knowledge.yaml:6: sets.handbook.files'],
	[
		'an unknown field',
		`${HEAD}    files: a\n    filez: b\n`,
		'knowledge.yaml:7: sets.handbook.filez is not a field here.',
	],
	[
		'a set with blanks around its name',
		`${HEAD}    files: a\n  ' FAQ': {}\n`,
		'knowledge.yaml:7: sets. FAQ must be a text',
	],
	[
		'a set without sources',
		HEAD,
		'knowledge.yaml:4: sets.handbook has none of questions, markdown, files, pages, sitemaps.',
	],
	[
		'an unknown agent',
		`${HEAD.replace('[support]', '[sales]')}    files: a\n`,
		'knowledge.yaml:5: sets.handbook.agents.0 is no agent',
	],
	[
		'a wrong mode',
		`${HEAD}    mode: copy\n    files: a\n`,
		'knowledge.yaml:6: sets.handbook.mode must be one of: mirror, own, add.',
	],
	[
		'a wrong pattern of addresses',
		`${HEAD}    sitemaps:\n      - url: https://www.example.com/s.xml\n        exclude: [help]\n`,
		'knowledge.yaml:8: sets.handbook.sitemaps.0.exclude.0 must begin with a slash',
	],
	[
		'a wrong address',
		`${HEAD}    sitemaps:\n      - url: s.xml\n`,
		'knowledge.yaml:7: sets.handbook.sitemaps.0.url must be an http',
	],
	['YAML that is none', `${HEAD}    files: "a\n`, /^knowledge.yaml:\d: The file is not valid YAML here/],
	['an empty file', '', 'knowledge.yaml:1: The file must be an object'],
	[
		'a bomb of aliases',
		`a: &a [x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c]\n`,
		'aliases|alias',
	],
])('refuses %s, with the line', (_, text, message) => {
	let problem: unknown;
	try {
		parseKnowledgeFile(text);
	} catch (error) {
		problem = error;
	}
	expect(problem).toBeInstanceOf(KnowledgeFileError);
	expect((problem as Error).message).toMatch(
		typeof message === 'string' ? new RegExp(message.replaceAll('.', '\\.')) : message,
	);
});

it('takes any name that a set may have', () => {
	const { sets } = parseKnowledgeFile(`${HEAD.replace('handbook', "'The FAQ, 2026'")}    files: a\n`);
	expect(Object.keys(sets)).toEqual(['The FAQ, 2026']);
});

it('says that a folder has no knowledge.yaml', () => {
	expect(() => readKnowledgeFile(folder)).toThrow(/^has no knowledge.yaml/);
});
