import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { eventually } from '../../../test/support/time/eventually';
import { continueProcesses, killProcesses, MARKER, stopProcesses } from './run-processes.mjs';

const WAITS = 'setInterval(() => {}, 1000);';
/** Starts a service: in a group of its own, without any variable. Prints its id. */
const STARTS_SERVICE = `const { spawn } = require('node:child_process');
const service = spawn(process.execPath, ['-e', '${WAITS}'], { detached: true, env: {}, stdio: 'ignore' });
console.log(service.pid);
${WAITS}`;

const id = randomUUID();
let run: ChildProcess;
let other: ChildProcess;
let service: number;

beforeAll(async () => {
	const start = (code: string, env: NodeJS.ProcessEnv) =>
		spawn(process.execPath, ['-e', code], { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] });
	other = start(`console.log('started'); ${WAITS}`, { [MARKER]: randomUUID() });
	run = start(STARTS_SERVICE, { [MARKER]: id });
	const [, printed] = await Promise.all([firstLine(other), firstLine(run)]);
	service = Number(printed);
});
afterAll(() => {
	killProcesses(id);
	other.kill('SIGKILL');
});

async function firstLine({ stdout }: ChildProcess): Promise<string> {
	if (stdout === null) throw new Error('Its output is not read.');
	const [line] = (await once(createInterface(stdout), 'line')) as [string];
	return line;
}

/** Whether Linux shows each process as stopped. */
function areStopped(): Record<string, boolean> {
	const isStopped = (pid: number | undefined) => /\) T /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
	return { run: isStopped(run.pid), service: isStopped(service), other: isStopped(other.pid) };
}

describe.runIf(process.platform === 'linux')('the processes of a run', () => {
	it('stop, with the services that they started, and continue', async () => {
		const stopped = stopProcesses(id);
		expect(stopped).toEqual([run.pid, service]);
		await eventually(areStopped, (seen) => expect(seen).toEqual({ run: true, service: true, other: false }), 'WHY');
		expect(stopProcesses(id)).toEqual([]);
		continueProcesses(stopped);
		await eventually(areStopped, (seen) => expect(seen).toEqual({ run: false, service: false, other: false }), 'WHY');
	});

	it('are killed, and no other', async () => {
		const ended = once(run, 'exit');
		expect(killProcesses(id)).toBe(2);
		await ended;
		await eventually(
			() => killProcesses(id),
			(seen) => expect(seen).toBe(0),
			'WHY',
		);
		expect(other.exitCode ?? other.signalCode).toBeNull();
	});
});
