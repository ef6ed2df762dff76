// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import { hasCode } from '../../readable-error.mjs';

/** The variable that marks every process of a run. Services lead groups of their own, but they inherit it. */
export const MARKER = 'TEST_STALLS';

/** States of a process in Linux: ended, and stopped. */
const ENDED = ['Z', 'X'];
const STOPPED = ['T', 't'];
/** Each look finds what started during the one before. A stopped process starts nothing, so few are needed. */
const LOOKS = 10;

/**
 * Stops every process of a run, parents before their children.
 * @param {string} id the value of the marker
 * @returns {number[]} those that it stopped: what the run itself has stopped stays as it is
 */
export function stopProcesses(id) {
	/**
	 * Linux may show a process as running for a moment after its signal, so a look may find it again.
	 * @type {Set<number>}
	 */
	const stopped = new Set();
	for (let look = 0; look < LOOKS; look += 1) {
		const working = processesOf(id).filter((pid) => isWorking(pid) && sent(pid, 'SIGSTOP'));
		if (working.length === 0) break;
		for (const pid of working) stopped.add(pid);
	}
	return [...stopped];
}

/** @param {readonly number[]} pids */
export function continueProcesses(pids) {
	for (const pid of pids) sent(pid, 'SIGCONT');
}

/**
 * Ends what a run left behind.
 * @param {string} id
 * @returns {number} how many processes it left
 */
export function killProcesses(id) {
	return processesOf(id).filter((pid) => sent(pid, 'SIGKILL')).length;
}

/**
 * @param {string} id
 * @returns {number[]} every process that carries the marker, or that descends from one that does: some tests start
 *   programs without their own variables. Parents come before their children.
 */
function processesOf(id) {
	const marker = `\0${MARKER}=${id}\0`;
	/** @type {Map<number, number[]>} */
	const children = new Map();
	/** @type {number[]} */
	const marked = [];
	for (const pid of readdirSync('/proc').map(Number).filter(Number.isInteger)) {
		const status = statusOf(pid);
		if (status === null || ENDED.includes(status.state)) continue;
		children.set(status.parent, [...(children.get(status.parent) ?? []), pid]);
		if (`\0${contentOf(pid, 'environ')}`.includes(marker)) marked.push(pid);
	}
	const isChild = new Set(marked.flatMap((pid) => children.get(pid) ?? []));
	/** A set keeps its order and meets what is added while it is read. */
	const found = new Set(marked.filter((pid) => !isChild.has(pid)));
	for (const pid of found) for (const child of children.get(pid) ?? []) found.add(child);
	return [...found];
}

/** @param {number} pid */
function isWorking(pid) {
	const status = statusOf(pid);
	return status !== null && ![...ENDED, ...STOPPED].includes(status.state);
}

/**
 * @param {number} pid
 * @returns {{ state: string, parent: number } | null} null if it has ended
 */
function statusOf(pid) {
	const stat = contentOf(pid, 'stat');
	// The name of the program stands in brackets and may hold anything.
	const [state = '', parent = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	return parent === '' ? null : { state, parent: Number(parent) };
}

/**
 * @param {number} pid
 * @param {'stat' | 'environ'} name
 * @returns {string} empty if it has ended, or belongs to another user
 */
function contentOf(pid, name) {
	try {
		return readFileSync(`/proc/${pid}/${name}`, 'latin1');
	} catch (error) {
		if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].some((code) => hasCode(error, code))) return '';
		throw error;
	}
}

/**
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 * @returns {boolean} false if it has ended
 */
function sent(pid, signal) {
	try {
		return process.kill(pid, signal);
	} catch (error) {
		if (hasCode(error, 'ESRCH')) return false;
		throw error;
	}
}
