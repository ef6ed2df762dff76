// @ts-check
/**
 * `npm run dependencies:look-up`: asks the registry when each direct dependency was last released, and stores the
 * answers in releases.json with today's date. Run it before a release, then `npm run generate`.
 */
import { writeFile } from 'node:fs/promises';
import { parseJson, textAt } from '../../json.mjs';
import { runCommand } from '../../processes/run-command.mjs';
import { directDependencies } from './direct-dependencies.mjs';

const day = (/** @type {string} */ time) => time.slice(0, 10);

/** @type {Record<string, unknown>} */
const releases = {};
for (const { name, version } of await directDependencies()) {
	const output = await runCommand('npm', ['view', name, 'dist-tags', 'time', 'engines', '--json'], {
		whatToDo: 'Check that this machine can reach the package registry.',
	});
	const answer = parseJson(output.slice(output.indexOf('{')));
	const latest = textAt(answer, 'dist-tags', 'latest');
	const time = (/** @type {string} */ of) => day(textAt(answer, 'time', of));
	// Of the newest version.
	const needs = textAt(answer, 'engines', 'node');
	releases[name] = { version, released: time(version), latest, latestReleased: time(latest), latestNeeds: needs };
	console.log(`${name} ${version} (${time(version)}), newest ${latest} (${time(latest)})`);
}
const stored = { lookedUp: day(new Date().toISOString()), releases };
await writeFile(new URL('releases.json', import.meta.url), `${JSON.stringify(stored, null, '\t')}\n`);
