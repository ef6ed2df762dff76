// @ts-check
import { readFile } from 'node:fs/promises';

/**
 * The memory that a process has, and the most it had since its start, in MiB, as the system counts them.
 * @param {number} pid
 */
export async function memoryOf(pid) {
	const status = await readFile(`/proc/${pid}/status`, 'utf8');
	/** @param {string} name */
	const mib = (name) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024);
	return { now: mib('VmRSS'), peak: mib('VmHWM') };
}
