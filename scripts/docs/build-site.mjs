// @ts-check
/**
 * `npm run docs:build [-- --base /path/]`: builds the documentation site into dist/docs. VitePress ends with an error
 * if a link between pages leads nowhere.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { workspaceRoot } from '../build/workspace-root.mjs';
import { runCommand } from '../processes/run-command.mjs';
import { endWith } from '../readable-error.mjs';
import { siteData } from './site-data.mjs';
import { siteTooling } from './site-tooling.mjs';
import { stageSite } from './stage-site.mjs';

const { values } = parseArgs({ options: { base: { type: 'string', default: '/' } } });
const target = path.join(workspaceRoot, 'dist/docs');

const folder = await mkdtemp(path.join(tmpdir(), 'agent-knowledge-docs-'));
try {
	const site = await siteData({ base: values.base });
	const tooling = await siteTooling();
	await stageSite({ folder, tooling, site });
	const program = path.join(tooling, 'node_modules/vitepress/bin/vitepress.js');
	await runCommand(process.execPath, [program, 'build', folder], {
		cwd: folder,
		whatToDo: 'Correct the page that the last lines name.',
	});
	await rm(target, { recursive: true, force: true });
	await cp(path.join(folder, '.vitepress/dist'), target, { recursive: true });
	console.log(`Built ${Object.keys(site.sources).length + 1} pages in dist/docs.`);
} catch (error) {
	endWith(error);
} finally {
	await rm(folder, { recursive: true, force: true });
}
