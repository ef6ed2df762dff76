// @ts-check
import { chmod, copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cachedFolder } from '../cache/cached-folder.mjs';
import { hashFiles } from '../cache/hash-files.mjs';
import { findCommand } from '../processes/find-command.mjs';
import { runCommand } from '../processes/run-command.mjs';

const MANIFEST = join(import.meta.dirname, 'test-server');

/**
 * It is ended by signal, so that the shell must make way for Java; the flags halve its start.
 * The folder is found at run time: the cache renames it after it is made.
 */
const WRAPPER = `#!/bin/sh
here=$(cd "$(dirname "$0")" && pwd)
exec java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp "$here/jars/*" io.temporal.testserver.TestServer "$@"
`;

/**
 * Temporal's time-skipping test server, fetched by Maven into the cache.
 * @param {object} options
 * @param {string} options.cache the cache folder
 * @param {NodeJS.ProcessEnv} [options.env] whose PATH is looked at
 * @param {string} [options.logFile]
 * @param {(text: string) => void} [options.report]
 * @param {AbortSignal} [options.signal]
 * @returns {Promise<string | null>} the program to give the SDK as \`existing-path\`; null when this machine has no
 *   Java or no Maven, so that the SDK has to download its own
 */
export async function findTimeSkippingServer({ cache, env = process.env, logFile, report, signal }) {
	const [java, maven] = [await findCommand('java', env), await findCommand('mvn', env)];
	if (!java || !maven) return null;

	const key = (await hashFiles(MANIFEST, ['pom.xml'])).slice(0, 12);
	const folder = await cachedFolder({ cache, name: 'temporal-test-server', key }, { signal }, async (draft) => {
		report?.('fetching it with Maven');
		await copyFile(join(MANIFEST, 'pom.xml'), join(draft, 'pom.xml'));
		await runCommand(maven, ['-q', '-B', 'dependency:copy-dependencies', '-DoutputDirectory=jars'], {
			cwd: draft,
			logFile,
			signal,
			whatToDo: 'Check that Maven reaches its repository, then run it again.',
		});
		await writeFile(join(draft, 'temporal-test-server'), WRAPPER);
		await chmod(join(draft, 'temporal-test-server'), 0o755);
	});
	return join(folder, 'temporal-test-server');
}
