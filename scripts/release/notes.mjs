// @ts-check
/** `npm run --silent release:notes -- --tag v1.2.3`: prints what CHANGELOG.md says of a version, for its release. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { workspaceRoot } from '../build/workspace-root.mjs';

const { values } = parseArgs({ options: { tag: { type: 'string' }, root: { type: 'string' } } });
const changelog = await readFile(join(values.root ?? workspaceRoot, 'CHANGELOG.md'), 'utf8');
const version = (values.tag ?? '').replace(/^v/, '');
const sections = changelog.split(/^(?=## )/m);
const section = sections.find((one) => one.split('\n')[0]?.trim() === `## ${version}`);
if (section === undefined) {
	console.error(`CHANGELOG.md has no section "## ${version}". Run: npm run release:version`);
	process.exitCode = 1;
} else {
	console.log(section.replace(/^.*\n/, '').trim());
}
