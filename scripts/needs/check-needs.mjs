// @ts-check
import { cacheFolder } from '../cache/cache-folder.mjs';
import { ReadableError } from '../readable-error.mjs';
import { needs } from './needs.mjs';

/**
 * Looks at all that a command needs of this machine, before anything is installed: in well under a second, on Node's
 * standard library alone.
 * @param {import('./programs.mjs').Command} command
 * @param {object} [options]
 * @param {NodeJS.ProcessEnv} [options.env]
 * @param {boolean} [options.hasTemporal] whether TEMPORAL_ADDRESS names a server, which `npm start` alone uses
 * @param {string} [options.releases] another place to download Temporal from
 * @returns {Promise<void>}
 * @throws {ReadableError} something is missing; one list of all of it, what each is for, and how to install it
 */
export async function checkNeeds(command, { env = process.env, hasTemporal, releases } = {}) {
	const machine = { env, cache: cacheFolder(env), hasTemporal, releases };
	const asked = needs.filter(({ commands }) => commands === 'all' || commands.includes(command));
	const missing = await Promise.all(asked.map((need) => need.isMissing(machine)));
	const lacks = asked.filter((_, at) => missing[at]);
	if (lacks.length === 0) return;
	const names = [...new Set(lacks.map(({ what }) => what))];
	throw new ReadableError(
		`This machine lacks ${names.length === 1 ? 'one thing' : `${names.length} things`}:\n\n${names.map((name) => entry(lacks.filter(({ what }) => what === name))).join('\n\n')}`,
		'\nInstall what is listed, then start again. Nothing has been installed or started yet.',
	);
}

/**
 * @param {import('./needs.mjs').Need[]} same needs of one thing, each for another purpose
 * @returns {string}
 */
function entry(same) {
	const [first] = same;
	if (first === undefined) return '';
	return [
		`- ${first.what}`,
		...same.map(({ purpose }) => `    ${purpose}`),
		`    Debian, Ubuntu: ${first.debian}`,
		`    macOS: ${first.macos}`,
	].join('\n');
}
