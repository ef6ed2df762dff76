import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import manifest from '../../../package.json';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';
import { HELP } from '../../../scripts/start/options.mjs';
import worker from '../../../worker/package.json';
import { helpOf } from './command-help';
import { pages } from './markdown';

const PAGES = pages();
const commands = [...new Set(PAGES.flatMap((page) => page.commands))].map((command) => command.split(/\s+/));
const called = (...program: string[]) =>
	commands
		.filter((words) => program.every((word, index) => words[index] === word))
		.map((words) => words.slice(program.length));
const optionsOf = (words: string[]) => words.filter((word) => /^--[a-z]/.test(word));

it.each(PAGES)('$file leads to files that are there', ({ file, links }) => {
	const local = links.filter((link) => !/^(https?:|#|mailto:)/.test(link)).map((link) => link.replace(/#.*/, ''));
	expect(local.filter((link) => !existsSync(join(workspaceRoot, dirname(file), link)))).toEqual([]);
});

it.each(PAGES)('$file names files that are there', ({ paths }) => {
	const isMade = (path: string) => /(^|\/)(dist|node_modules)\//.test(path);
	expect(paths.filter((path) => !isMade(path) && !existsSync(join(workspaceRoot, path)))).toEqual([]);
});

it('every npm script that a page names is there', () => {
	const named = [
		...called('npm', 'run').map(([name]) => name ?? ''),
		...['start', 'test'].filter((name) => called('npm', name).length > 0),
	];
	expect(named).toEqual(expect.arrayContaining(['start', 'test', 'bench:rate']));
	expect(named.filter((name) => !(name in manifest.scripts))).toEqual([]);
});

it('the table of CONTRIBUTING names every test command once, in six rows', () => {
	const text = readFileSync(join(workspaceRoot, 'CONTRIBUTING.md'), 'utf8');
	const [, table = ''] = /^## Which test to run when\n\n.*\n.*\n((?:\|.*\n)*)/m.exec(text) ?? [];
	const named = [...table.matchAll(/\btest:[\w-]+/g)].map(([name]) => name);
	const commands = Object.keys(manifest.scripts).filter((name) => name.startsWith('test:'));
	expect(named.toSorted()).toEqual(commands.toSorted());
	expect(table.trim().split('\n')).toHaveLength(6);
});

it('every option of npm start that a page names is there', () => {
	const options = called('npm', 'start').flatMap((words) => optionsOf(words));
	expect(options).toContain('--without-n8n');
	expect(options.filter((option) => !HELP.includes(`${option} `))).toEqual([]);
});

it('every program that a page calls by node is there', () => {
	const programs = called('node').flatMap(([file]) => (file?.includes('/') ? [file] : []));
	expect(programs).toContain('scripts/show-secret.mjs');
	expect(programs.filter((file) => !existsSync(join(workspaceRoot, file)))).toEqual([]);
});

describe('npx agent-knowledge', () => {
	const calls = called('npx', 'agent-knowledge').map((words) => ({ words, line: words.join(' ') }));

	it('is linked when the packages are installed, which is before anything is built', () => {
		expect(existsSync(join(workspaceRoot, 'worker', worker.bin['agent-knowledge']))).toBe(true);
		expect(worker.bin['agent-knowledge']).not.toMatch(/^dist\//);
	});

	it.each(calls)('$line has that command, with these options', async ({ words }) => {
		const end = words.findIndex((word) => /^-|[</]/.test(word));
		const path = end === -1 ? words : words.slice(0, end);
		const help = await helpOf(path);
		const usage = (/^Usage: agent-knowledge (.*)$/m.exec(help)?.[1] ?? '').split(' ');
		const command = usage.filter((word) => !/^[[<]/.test(word));
		const values = usage.filter((word) => /^[[<](?!options|command)/.test(word));
		// An example may have the name of a schedule where the usage has <id>.
		expect(path.slice(0, command.length)).toEqual(command);
		expect(path.length - command.length).toBeLessThanOrEqual(values.length);
		expect(optionsOf(words).filter((option) => !help.includes(`${option} `))).toEqual([]);
	});
});
