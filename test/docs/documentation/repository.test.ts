import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { AgentKnowledgeApi } from '../../../credentials/AgentKnowledgeApi.credentials';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';
import { textFiles } from '../../../scripts/checks/docs/files.mjs';
import { linkProblem } from '../../../scripts/checks/docs/repository-links.mjs';
import { publishedPackages } from '../../../scripts/release/packages/published-packages.mjs';
import { runCommand } from '../../../scripts/processes/run-command.mjs';
import { manifestFields, readRepository } from '../../../scripts/release/repository/repository.mjs';
import { AgentKnowledgeGatewayApi } from '../../../task-nodes/credentials/AgentKnowledgeGatewayApi.credentials';

const codexSchema = z.object({
	resources: z.object({
		primaryDocumentation: z.tuple([z.object({ url: z.string() })]),
		credentialDocumentation: z.tuple([z.object({ url: z.string() })]),
	}),
});
const manifestSchema = z.looseObject({ n8n: z.object({ nodes: z.array(z.string()) }).optional() });
const read = (file: string) => readFileSync(join(workspaceRoot, file), 'utf8');

let repository: Awaited<ReturnType<typeof readRepository>>;
let tracked: string[];

beforeAll(async () => {
	repository = await readRepository();
	tracked = (await textFiles()).map(({ file }) => file);
});

/** The page that npm and n8n show of a package. */
function readmeOf(path: string): string {
	return path === '' ? repository.url : `${repository.url}/tree/${repository.branch}/${path}`;
}

/** What n8n 2.0 and n8n 2.40 need, and what the libraries of the programs need. */
const NODE: Readonly<Record<string, string>> = {
	'n8n-nodes-agent-knowledge': '>=20.19',
	'n8n-nodes-agent-knowledge-tasks': '>=24',
	'agent-knowledge-worker': '>=22.19',
	'agent-knowledge-sandbox': '>=22.19',
};

it.each(publishedPackages)('the manifest of $name names the repository', ({ name, path }) => {
	const manifest: unknown = JSON.parse(read(join(path, 'package.json')));
	expect(manifest).toMatchObject({ name, ...manifestFields(repository, path), license: 'MIT' });
	expect(manifest).toMatchObject({ engines: { node: NODE[name] } });
});

it('CODEOWNERS names the owners', () => {
	expect(read('.github/CODEOWNERS')).toContain(`* ${repository.owners}\n`);
});

describe.each(publishedPackages.filter(({ isForN8n }) => isForN8n))('the Docs button of $name', ({ path }) => {
	const nodes = manifestSchema.parse(JSON.parse(read(join(path, 'package.json')))).n8n?.nodes ?? [];

	it.each(nodes)('%s leads to a part of the README in its package', (node) => {
		const codex: unknown = JSON.parse(read(join(path, node.replace(/^dist\//, '').replace(/\.js$/, '.json'))));
		const { primaryDocumentation, credentialDocumentation } = codexSchema.parse(codex).resources;
		for (const [{ url }] of [primaryDocumentation, credentialDocumentation]) {
			expect(url.startsWith(`${readmeOf(path)}#`)).toBe(true);
			expect(linkProblem(url, repository)).toBeNull();
		}
	});
});

it.each([
	[new AgentKnowledgeApi(), ''],
	[new AgentKnowledgeGatewayApi(), 'task-nodes'],
])('the Docs button of the credential $displayName leads there, too', ({ documentationUrl }, path) => {
	expect(documentationUrl).toBe(`${readmeOf(path)}#credentials`);
	expect(linkProblem(documentationUrl, repository)).toBeNull();
});

describe('npm run set-repository', () => {
	const root = mkdtempSync(join(tmpdir(), 'agent-knowledge-repository-'));
	afterAll(() => rmSync(root, { recursive: true, force: true }));
	const set = (...args: string[]) =>
		runCommand(process.execPath, [
			join(workspaceRoot, 'scripts/release/repository/set-repository.mjs'),
			'--root',
			root,
			...args,
		]);

	it('writes another address everywhere, and leaves none of the placeholder', async () => {
		const files = tracked.filter((file) => !file.startsWith('test/') && !file.endsWith('package-lock.json'));
		for (const file of files) {
			mkdirSync(dirname(join(root, file)), { recursive: true });
			cpSync(join(workspaceRoot, file), join(root, file));
		}
		await runCommand('git', ['init', '--quiet'], { cwd: root });
		await runCommand('git', ['add', '--all', '--force'], { cwd: root });
		await set('--url', 'https://example.com/acme/flows/', '--owners', '@acme/flows', '--email', 'flows@example.com');

		const after = await readRepository(root);
		expect(after).toMatchObject({ placeholder: false, url: 'https://example.com/acme/flows', owners: '@acme/flows' });
		const texts = files.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
		const left = [repository.url, repository.owners, repository.email];
		expect(texts.filter(({ text }) => left.some((word) => text.includes(word))).map(({ file }) => file)).toEqual([]);
		const manifest: unknown = JSON.parse(readFileSync(join(root, 'task-nodes/package.json'), 'utf8'));
		expect(manifest).toMatchObject(manifestFields(after, 'task-nodes'));
	});

	it('refuses what is no address of a repository', async () => {
		await expect(set('--url', 'flows')).rejects.toThrow('--url must be the page of a repository');
		await expect(set('--adress', 'https://example.com/acme/flows')).rejects.toThrow("Unknown option '--adress'");
	});
});
