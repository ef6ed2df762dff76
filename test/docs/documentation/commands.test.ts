import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';
import { TASK_TYPES } from '../../../workflows/contracts';
import { definitions } from '../../../worker/tasks/definitions';
import { EXIT } from '../../../worker/cli/terminal';
import { programOf } from '../../../worker/cli/program';
import worker from '../../../worker/package.json';
import { helpOf } from './command-help';

const PAGE = readFileSync(join(workspaceRoot, 'worker/README.md'), 'utf8');
const nothing = () => undefined;
const terminal = { result: nothing, note: nothing, interactive: false, screen: null, env: {}, cwd: '/' };
const program = programOf(terminal);

/** Commands that do something themselves, as words. */
function commandsOf(command: Command, before: string[] = []): string[] {
	if (command.commands.length === 0) return [before.join(' ')];
	return command.commands.flatMap((each) => commandsOf(each, [...before, each.name()]));
}

/** Those that the table names: behind the words that lead to them, with commas between. */
function commandsInTable(): string[] {
	const rows = [...PAGE.matchAll(/^\| `agent-knowledge ([^`]+)`/gm)].map(([, command = '']) => command);
	return rows
		.filter((row) => !row.startsWith('-'))
		.flatMap((row) => {
			const [first = '', ...more] = row.split(', ');
			const way = first.split(' ').slice(0, -1);
			return [first, ...more.map((last) => [...way, last].join(' '))];
		});
}

it('are linked when the packages are installed, which is before anything is built', () => {
	expect(existsSync(join(workspaceRoot, 'worker', worker.bin['agent-knowledge']))).toBe(true);
	expect(worker.bin['agent-knowledge']).not.toMatch(/^dist\//);
});

it('are all in the table, and no others', () => {
	expect(commandsInTable().sort()).toEqual(commandsOf(program).sort());
});

it('tell every exit code, as the page does', async () => {
	const help = await helpOf([]);
	for (const code of Object.values(EXIT)) {
		expect(help).toMatch(new RegExp(`^  ${code} `, 'm'));
		expect(PAGE).toMatch(new RegExp(`^\\| ${code} `, 'm'));
	}
});

it('start every task, and schedule every one that can be scheduled', () => {
	const all = commandsOf(program);
	const scheduled = TASK_TYPES.filter((type) => definitions[type].schedulable === true);
	expect(all).toEqual(expect.arrayContaining(TASK_TYPES.map((type) => `run ${type}`)));
	expect(all.filter((each) => each.startsWith('schedules create '))).toHaveLength(scheduled.length);
	expect(all).toEqual(expect.arrayContaining(scheduled.map((type) => `schedules create ${type}`)));
});

it('that print something print JSON where it is asked for', () => {
	const without = leavesOf(program).filter((each) => !each.options.some(({ long }) => long === '--json'));
	expect(without.map((each) => each.name()).sort()).toEqual(['completion', 'gateway', 'serve', 'worker']);
});

function leavesOf(command: Command): Command[] {
	return command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);
}
