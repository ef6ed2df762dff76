// @ts-check
/**
 * `npm run release:version`: gives all packages the next version, and moves the changesets into CHANGELOG.md. It changes
 * files alone: review them, then commit. `--dry-run` only prints the plan.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { workspaceRoot } from '../build/workspace-root.mjs';
import { isRecord, parseJson, valueAt } from '../json.mjs';
import { publishedPackages } from './packages/published-packages.mjs';
import { endWith, ReadableError } from '../readable-error.mjs';
import { loadChangesets } from './changesets.mjs';

/** @typedef {import('./changesets.mjs').ReleasePlan} ReleasePlan */

/** From the smallest bump to the largest. */
const BUMPS = ['none', 'patch', 'minor', 'major'];
const NAMES = publishedPackages.map(({ name }) => name);
/**
 * Files that name the version of a package, and what stands before it there.
 * @type {Record<string, string[]>}
 */
const DEPLOYED = {
	'deploy/compose.yaml': ['agent-knowledge-worker:', 'agent-knowledge-sandbox:'],
	'deploy/compose.production.yaml': ['agent-knowledge-worker:'],
	'deploy/helm/agent-knowledge/Chart.yaml': ['appVersion: '],
};
/** Its changelog, which stands at the repository's root, is that of all packages. */
const [MAIN = ''] = NAMES;

try {
	const { values } = parseArgs({ options: { root: { type: 'string' }, 'dry-run': { type: 'boolean' } } });
	await release(values.root ?? workspaceRoot, values['dry-run'] === true);
} catch (error) {
	endWith(error);
}

/**
 * @param {string} root of the checkout
 * @param {boolean} dryRun
 */
async function release(root, dryRun) {
	const changesets = await loadChangesets();
	const packages = await changesets.getPackages(root);
	// Changesets knows the workspaces alone. The root is a package of its own here.
	packages.packages = [packages.rootPackage, ...packages.packages];
	const { config, errors } = await changesets.readConfig(root, packages);
	if (config === undefined) throw new ReadableError(`.changeset/config.json: ${errors?.join(' ')}`);
	const changes = await changesets.readChangesets(root);
	if (changes.length === 0) throw new ReadableError('There is no changeset, so there is nothing to release.');
	const plan = inOneChangelog(changesets.assembleReleasePlan(changes, packages, config, undefined));

	const version = plan.releases.find(({ name }) => name === MAIN)?.newVersion ?? '';
	for (const { name, oldVersion } of plan.releases) console.log(`${name}: ${oldVersion} → ${version}`);
	if (dryRun) return;
	await changesets.applyReleasePlan(plan, packages, config);
	await writeLockedVersions(root, version);
	await writeDeployedVersions(root, plan.releases.find(({ name }) => name === MAIN)?.oldVersion ?? '', version);
	console.log(`Next: review, commit, and push the tag v${version} once the commit is on the main branch.`);
}

/**
 * The same plan with every change in the main package's changelog, which names the packages that change.
 * @param {ReleasePlan} plan
 * @returns {ReleasePlan}
 */
function inOneChangelog(plan) {
	return {
		...plan,
		changesets: plan.changesets.map((change) => ({
			...change,
			summary: `${change.releases.map(({ name }) => `\`${name}\``).join(', ')}: ${change.summary}`,
			releases: [{ name: MAIN, type: largest(change.releases.map(({ type }) => type)) }],
		})),
		// Without a bump of its own, a package gets the version and no changelog.
		releases: plan.releases.map((one) => (one.name === MAIN ? one : { ...one, type: 'none' })),
	};
}

/**
 * @template {string} Type
 * @param {Type[]} types
 * @returns {Type}
 */
function largest(types) {
	return types.reduce((one, other) => (BUMPS.indexOf(other) > BUMPS.indexOf(one) ? other : one));
}

/**
 * npm's lock repeats the versions of the workspaces.
 * @param {string} root
 * @param {string} version
 */
async function writeLockedVersions(root, version) {
	const file = join(root, 'package-lock.json');
	const lock = parseJson(await readFile(file, 'utf8'));
	const entries = publishedPackages.map(({ path }) => valueAt(lock, 'packages', path));
	for (const entry of [lock, ...entries]) if (isRecord(entry)) entry.version = version;
	await writeFile(file, `${JSON.stringify(lock, null, '\t')}\n`);
}

/**
 * The images that the compose files and the chart name.
 * @param {string} root
 * @param {string} before
 * @param {string} version
 */
async function writeDeployedVersions(root, before, version) {
	for (const [file, names] of Object.entries(DEPLOYED)) {
		const place = join(root, file);
		const text = await readFile(place, 'utf8');
		const missing = names.filter((name) => !text.includes(`${name}${before}`));
		if (missing.length > 0)
			throw new ReadableError(
				`${file} does not name ${missing.map((name) => name + before).join(', ')}.`,
				`Correct ${file}.`,
			);
		const renewed = names.reduce((all, name) => all.replaceAll(`${name}${before}`, `${name}${version}`), text);
		await writeFile(place, renewed);
	}
}
