// @ts-check
import { cacheFolder } from '../cache/cache-folder.mjs';
import { ReadableError } from '../readable-error.mjs';
import { needs } from './needs.mjs';

/**
 * Checks everything that a command needs on this machine, before anything is installed. It takes well under a second and
 * uses only Node's standard library.
 * @param {import('./programs.mjs').Command} command
 * @param {object} [options]
 * @param {NodeJS.ProcessEnv} [options.env]
 * @param {boolean} [options.hasTemporal] whether TEMPORAL_ADDRESS names a server, which `npm start` alone uses
 * @param {string} [options.releases] another place to download Temporal from
 * @returns {Promise<void>}
 * @throws {ReadableError} something is missing; the message lists all of it, with purposes and how to install it
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
