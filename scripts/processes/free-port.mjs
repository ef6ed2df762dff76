// @ts-check
import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hasCode, ReadableError } from '../readable-error.mjs';

/**
 * Below the ports that systems give to outgoing connections (from 32768 on Linux): one of those may be taken between the
 * choice of a port and the start of its server. Temporal's cluster also stores some of its ports as a `smallint`.
 */
const PORTS = /** @type {const} */ ([20_000, 32_000]);
const TRIES = 100;

/** A server may start minutes after its port was chosen, so that all processes note their choices here, by their time. */
const CHOSEN = path.join(tmpdir(), `agent-knowledge-ports-${process.getuid?.() ?? ''}`);
/** A choice counts until the next of these spans has ended. */
const SPAN_MS = 10 * 60_000;

/**
 * A port of this machine that nothing listens on now, and that no process of this user was given in the last 10 minutes.
 * @returns {Promise<number>}
 */
export async function freePort() {
	const span = Math.floor(Date.now() / SPAN_MS);
	await openSpan(span);
	for (let left = TRIES; left > 0; left -= 1) {
		const port = randomInt(...PORTS);
		if ((await choose(port, span)) && (await isPortFree(port))) return port;
	}
	throw new ReadableError(`This machine has no free port from ${PORTS[0]} to ${PORTS[1]}.`);
}

/** @param {number} span */
const folderOf = (span) => path.join(CHOSEN, `${span}`);

/** @param {number} span the current one; older ones but the last are removed */
async function openSpan(span) {
	if ((await mkdir(folderOf(span), { recursive: true })) === undefined) return;
	const old = (await readdir(CHOSEN)).filter((name) => Number(name) < span - 1);
	await Promise.all(old.map((name) => rm(path.join(CHOSEN, name), { recursive: true, force: true })));
}

/**
 * Notes a choice, then looks for others: of two processes at the turn of a span, at least one sees the other.
 * @param {number} port
 * @param {number} span
 * @returns {Promise<boolean>} false if it was given already
 */
async function choose(port, span) {
	try {
		await writeFile(path.join(folderOf(span), `${port}`), '', { flag: 'wx' });
	} catch (error) {
		if (!hasCode(error, 'EEXIST')) throw error;
		return false;
	}
	const others = [span - 1, span + 1].map((each) => path.join(folderOf(each), `${port}`));
	return !others.some((file) => existsSync(file));
}

/**
 * Whether a port can be listened on at 127.0.0.1.
 * @param {number} port
 * @returns {Promise<boolean>}
 */
export async function isPortFree(port) {
	const server = createServer();
	try {
		await listening(server, port);
		return true;
	} catch {
		return false;
	} finally {
		await new Promise((resolve) => server.close(resolve));
	}
}

/**
 * @param {import('node:net').Server} server
 * @param {number} port
 * @returns {Promise<void>}
 */
function listening(server, port) {
	return new Promise((resolve, reject) => {
		server.once('error', reject);
		server.listen({ port, host: '127.0.0.1', exclusive: true }, () => resolve());
	});
}
