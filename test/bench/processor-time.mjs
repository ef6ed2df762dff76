// @ts-check
import { readFile } from 'node:fs/promises';

/** Clock ticks of a second in /proc, on every Linux there is. */
const TICKS = 100;

/**
 * Seconds of processor time that a process has used since its start.
 * @param {number} pid
 */
export async function processorSecondsOf(pid) {
	const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	return (Number(fields[11]) + Number(fields[12])) / TICKS;
}
