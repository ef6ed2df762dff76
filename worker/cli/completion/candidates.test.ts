import { TASK_TYPES } from '../../../workflows/contracts';
import { programOf } from '../program';
import { candidates, type NamedSection } from './candidates';

const nothing = () => undefined;
const program = programOf({ result: nothing, note: nothing, interactive: false, screen: null, env: {}, cwd: '/' });
const NAMES: Record<NamedSection, string[]> = {
	connections: ['main', 'live'],
	destinations: ['crm-flow', 'crm'],
	buckets: ['reports'],
};

/** What can follow a line; the cursor is at its end. */
function after(line: string): string[] | 'files' {
	const words = line.split(' ');
	const found = candidates(program, words.slice(0, -1), words.at(-1) ?? '', (section) => NAMES[section]);
	return found === 'files' ? found : found.map(({ name }) => name);
}

test.each([
	['ta', ['tasks']],
	['tasks re', ['retry', 'resend']],
	['run ', expect.arrayContaining([...TASK_TYPES])],
	['schedules create lead', ['lead-export']],
	['open --g', ['--gateway']],
	['run lead-sync --connection ', ['main', 'live']],
	['run lead-sync --connection main --destination c', ['crm-flow', 'crm']],
	['run lead-export --bucket ', ['reports']],
	['destinations check crm-', ['crm-flow']],
	['destinations check crm ', []],
	['connections check main l', ['live']],
	['connections check --for lead-s', ['lead-sync']],
	['connections check --for lead-sync nightly', ['nightly-retrain']],
	['connections check --for lead-sync --js', ['--json']],
	['connections check --json l', ['live']],
	['tasks list --status fa', ['failed']],
	['tasks list --type lead-', ['lead-export', 'lead-sync']],
	['completion ', ['bash', 'zsh', 'fish']],
	['run lead-export --out ', 'files'],
	['replay hist', 'files'],
	['doctor --config ./a', 'files'],
	['run lead-export --key ', []],
	['nothing-like-it ', expect.arrayContaining(['tasks', 'run'])],
])('"%s" is completed', (line, expected) => {
	expect(after(line)).toEqual(expected);
});

test('a candidate says what it is for', () => {
	expect(candidates(program, ['tasks'], 'sho', () => [])).toEqual([{ name: 'show', description: 'show one task' }]);
});
