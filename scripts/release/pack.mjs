// @ts-check
/**
 * `npm run release:pack -- --tag v1.2.3`: packs every package into release/, with a software bill of materials for each.
 * It refuses a tag that is not the packages' version, and a repository that the owner has not set. `--dry-run` packs
 * without these checks.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { workspaceRoot } from '../build/workspace-root.mjs';
import { parseJson, textAt } from '../json.mjs';
import { packPackage } from '../n8n/community-package.mjs';
import { publishedPackages } from './packages/published-packages.mjs';
import { runCommand } from '../processes/run-command.mjs';
import { endWith, ReadableError } from '../readable-error.mjs';
import { readRepository } from './repository/repository.mjs';

const FOLDER = join(workspaceRoot, 'release');

try {
	const { values } = parseArgs({
		options: {
			root: { type: 'string' },
			folder: { type: 'string' },
			tag: { type: 'string' },
			'dry-run': { type: 'boolean' },
		},
	});
	if (values['dry-run'] !== true) await checkRelease(values.root ?? workspaceRoot, values.tag ?? '');
	await pack(values.folder ?? FOLDER);
} catch (error) {
	endWith(error);
}

/**
 * @param {string} root of the checkout
 * @param {string} tag
 */
async function checkRelease(root, tag) {
	if (tag === '') {
		throw new ReadableError(
			'The tag of the release is missing.',
			'Name it: npm run release:pack -- --tag v1.2.3. Without a release, use --dry-run.',
		);
	}
	for (const { name, path } of publishedPackages) {
		const version = textAt(parseJson(await readFile(join(root, path, 'package.json'), 'utf8')), 'version');
		if (tag === `v${version}`) continue;
		throw new ReadableError(
			`The tag is "${tag}", and ${name} has the version ${version}.`,
			'Run npm run release:version, commit, and tag that commit.',
		);
	}
	const { placeholder, url } = await readRepository(root);
	if (placeholder) {
		throw new ReadableError(
			`repository.json still has the placeholder ${url}. A package would lead its users there.`,
			'Run: npm run set-repository -- --url https://github.com/OWNER/NAME',
		);
	}
}

/** @param {string} folder emptied */
async function pack(folder) {
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	for (const { name, folder: packageFolder } of publishedPackages) {
		const tarball = await packPackage({ folder: packageFolder, destination: folder });
		await writeFile(join(folder, `${name}.cdx.json`), await billOfMaterials({ name, tarball, folder }));
		console.log(`${name}: ${tarball}`);
	}
}

/**
 * What a user gets who installs a package now, as CycloneDX JSON.
 * @param {{ name: string, tarball: string, folder: string }} options
 * @returns {Promise<string>}
 */
async function billOfMaterials({ name, tarball, folder }) {
	// npm names the described package after its folder.
	const unpacked = join(folder, '.unpacked', name);
	await mkdir(unpacked, { recursive: true });
	try {
		await runCommand('tar', ['-xzf', tarball, '-C', unpacked, '--strip-components=1']);
		const options = ['--package-lock-only', '--omit=dev', '--omit=peer'];
		// n8n brings the peers of its packages.
		const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--legacy-peer-deps'];
		await runCommand('npm', ['install', ...options, ...quiet], { cwd: unpacked });
		return await runCommand('npm', ['sbom', '--sbom-format=cyclonedx', ...options], { cwd: unpacked });
	} finally {
		await rm(join(folder, '.unpacked'), { recursive: true, force: true });
	}
}
