// @ts-check
/**
 * `npm run release:publish`: publishes the tarballs of release/ that the registry does not have yet, so that a release
 * that stopped half-way continues. Options of npm stand after `--`, such as `-- --provenance`.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { workspaceRoot } from '../build/workspace-root.mjs';
import { parseJson, textAt } from '../json.mjs';
import { publishedPackages } from './packages/published-packages.mjs';
import { runCommand } from '../processes/run-command.mjs';
import { endWith, messageOf, ReadableError } from '../readable-error.mjs';

const folder = process.env.RELEASE_FOLDER || join(workspaceRoot, 'release');
const options = process.argv.slice(2);

try {
	const files = await readdir(folder).catch(() => []);
	for (const { name } of publishedPackages) await publish(name, tarballOf(name, files));
} catch (error) {
	endWith(error);
}

/**
 * @param {string} name
 * @param {string[]} files of the release
 */
function tarballOf(name, files) {
	const found = files.find((file) => file.startsWith(name) && /^-\d+\.\d+\.\d\S*\.tgz$/.test(file.slice(name.length)));
	if (found === undefined) {
		throw new ReadableError(`${folder} has no tarball of ${name}.`, 'Run: npm run release:pack -- --tag v<version>');
	}
	return found;
}

/**
 * @param {string} name
 * @param {string} file
 */
async function publish(name, file) {
	const version = file.slice(name.length + 1, -'.tgz'.length);
	if (await isPublished(name, version)) {
		console.log(`${name} ${version}: published already`);
		return;
	}
	await runCommand('npm', ['publish', join(folder, file), '--access', 'public', ...options]);
	console.log(`${name} ${version}: published`);
}

/**
 * @param {string} name
 * @param {string} version
 */
async function isPublished(name, version) {
	const registry = options.filter((option) => option.startsWith('--userconfig='));
	try {
		return textAt({ printed: parseJson(await view(name, version, registry)) }, 'printed') === version;
	} catch (error) {
		if (messageOf(error).includes('E404')) return false;
		throw error;
	}
}

/**
 * @param {string} name
 * @param {string} version
 * @param {string[]} registry
 */
async function view(name, version, registry) {
	const printed = await runCommand('npm', ['view', `${name}@${version}`, 'version', '--json', ...registry]);
	// npm prints nothing for a version that a known package does not have.
	return printed.trim() || 'null';
}
