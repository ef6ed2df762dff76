// @ts-check
import { readFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { runCommand } from '../../scripts/processes/run-command.mjs';

/** Where figures were measured: they mean little without it. */
export function describeHardware() {
	const cores = cpus();
	return {
		processor: cores[0]?.model.trim() ?? 'unknown',
		cores: cores.length,
		memoryGiB: Math.round(totalmem() / 2 ** 30),
		loadOfOneMinute: Number(loadavg()[0]?.toFixed(1)),
		node: process.version,
	};
}

/**
 * The machine, and which Temporal ran on it.
 * @param {string} temporalBinary the server's program
 */
export async function describeMachine(temporalBinary) {
	return {
		...describeHardware(),
		temporalServer: await serverVersion(temporalBinary),
		temporalSdk: await sdkVersion(),
	};
}

/** @param {string} binary */
async function serverVersion(binary) {
	const said = await runCommand(binary, ['--version']);
	// The command line also names its own version: `temporal version 1.9.1 (Server 1.32.0, UI 2.54.1)`.
	return /Server ([\d.]+)/.exec(said)?.[1] ?? /version ([\d.]+)/.exec(said)?.[1] ?? said.trim();
}

async function sdkVersion() {
	const url = new URL('../../node_modules/@temporalio/worker/package.json', import.meta.url);
	return /"version": "([^"]+)"/.exec(await readFile(url, 'utf8'))?.[1] ?? 'unknown';
}
