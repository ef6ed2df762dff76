import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { bundleWorkflows } from '../../worker/bootstrap/workflow-bundle';

const ROOT = path.join(__dirname, '../..');
const CACHE = path.join(ROOT, 'node_modules/.cache/workflow-bundles');

/**
 * The workflows as the sources have them, bundled once for all test files: bundling takes seconds of a core, and some
 * fifty files need it. The name of the bundle is a digest of all that goes into it.
 */
export async function sourceBundle(): Promise<{ codePath: string }> {
	const codePath = path.join(CACHE, `${await digestOfSources()}.js`);
	if (existsSync(codePath)) return { codePath };
	const { code } = await bundleWorkflows();
	await mkdir(CACHE, { recursive: true });
	const draft = `${codePath}.${randomUUID()}`;
	await writeFile(draft, code);
	await rename(draft, codePath);
	return { codePath };
}

async function digestOfSources(): Promise<string> {
	const workflows = await readdir(path.join(ROOT, 'workflows'), { recursive: true });
	const files = workflows.filter((file) => /\.m?ts$/.test(file) && !file.endsWith('.test.ts')).sort();
	const hash = createHash('sha256');
	for (const file of [
		'package-lock.json',
		'worker/bootstrap/workflow-bundle.ts',
		...files.map((name) => `workflows/${name}`),
	])
		hash.update(`${file}\0`).update(await readFile(path.join(ROOT, file)));
	return hash.digest('hex').slice(0, 32);
}
