import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';
import { cacheFolder } from '../../../scripts/cache/cache-folder.mjs';
import { packPackage, unpackCommunityPackage } from '../../../scripts/n8n/community-package.mjs';
import { saveCredential, testCredential } from '../../../scripts/n8n/credentials.mjs';
import { installN8n } from '../../../scripts/n8n/install-n8n.mjs';
import { logInAsOwner } from '../../../scripts/n8n/owner.mjs';
import { N8nClient } from '../../../scripts/n8n/rest-client.mjs';
import { n8nFilesFolder, startN8n } from '../../../scripts/n8n/start-n8n.mjs';
import { importFlow as addFlow, withCredentials, type Flow } from '../../../scripts/n8n/workflows.mjs';
import { restartable, type RestartableService } from './restartable-service';
import type { Stack } from './start-stack';

/** A release of n8n instead of the pinned one, which `npm run test:compatibility` sets. */
const OTHER_RELEASE = 'TEST_N8N_VERSION';

/** What a test does with any n8n. */
export interface N8nParts {
	client: N8nClient;
	owner: { email: string; password: string };
	/** Imports a flow of `examples/` with the credentials of this stack. @returns its id in n8n */
	importExample: (file: string) => Promise<string>;
	/** The same for a flow anywhere. @param file from the repository's root */
	importFlow: (file: string) => Promise<string>;
}

export interface N8n extends N8nParts {
	url: string;
	server: RestartableService;
	/** More settings of n8n, which each start reads. */
	settings: NodeJS.ProcessEnv;
	/** The only folder whose files a flow may read. */
	filesFolder: string;
}

/** Brings both packages into an n8n that runs without them. */
export type PackageInstaller = (client: N8nClient) => Promise<void>;

/**
 * A real n8n with both packages from their tarballs, an owner, and both credentials tested green.
 * @param env more settings of n8n
 * @param install Default: the packages are unpacked into n8n's folder before it starts
 */
export async function startN8nWithPackages(
	stack: Stack,
	folder: string,
	port: number,
	env: NodeJS.ProcessEnv = {},
	install?: PackageInstaller,
): Promise<N8n> {
	const version = process.env[OTHER_RELEASE];
	const installation = await installN8n({ cache: cacheFolder(), version });
	const userFolder = join(folder, 'n8n');
	if (!install) await unpackPackages(userFolder, join(folder, 'packed'));
	const encryptionKey = randomBytes(24).toString('hex');
	// An older n8n refuses to start if it does not know a module that is disabled.
	const settings = { ...(version === undefined ? {} : { N8N_DISABLED_MODULES: undefined }), ...env };
	const server = await restartable(() =>
		startN8n({ installation, userFolder, port, encryptionKey, env: settings, logFile: join(folder, 'n8n.log') }),
	);
	const url = `http://127.0.0.1:${port}`;
	try {
		return {
			url,
			server,
			settings,
			filesFolder: n8nFilesFolder(userFolder),
			...(await prepareN8n(stack, url, install)),
		};
	} catch (error) {
		await server.stop();
		throw error;
	}
}

/** Both packages from their tarballs. n8n reads them at its next start. */
export async function unpackPackages(userFolder: string, destination: string): Promise<void> {
	for (const folder of [workspaceRoot, join(workspaceRoot, 'task-nodes')]) {
		const tarball = await packPackage({ folder, destination });
		await unpackCommunityPackage({ userFolder, tarball });
	}
}

/** Owner, packages, credentials tested green, and a way to import flows. */
export async function prepareN8n(
	stack: { sandbox: Pick<Stack['sandbox'], 'apiUrl' | 'apiKey'>; gateway: Pick<Stack['gateway'], 'url' | 'token'> },
	url: string,
	install?: PackageInstaller,
): Promise<N8nParts> {
	const client = new N8nClient(url);
	const owner = { email: 'owner@example.com', password: `Aa1${randomBytes(12).toString('hex')}` };
	await logInAsOwner(client, owner);
	await install?.(client);

	const credentials = [
		{
			name: 'Agent Knowledge Sandbox',
			type: 'agentKnowledgeApi',
			data: { baseUrl: stack.sandbox.apiUrl, apiKey: stack.sandbox.apiKey },
		},
		{
			name: 'Agent Knowledge Gateway (local)',
			type: 'agentKnowledgeGatewayApi',
			data: { gatewayUrl: stack.gateway.url, token: stack.gateway.token },
		},
	];
	const byType: Record<string, { id: string; name: string }> = {};
	for (const credential of credentials) {
		const id = await saveCredential(client, credential);
		await testCredential(client, { ...credential, id });
		byType[credential.type] = { id, name: credential.name };
	}
	const importFlow = async (file: string) => {
		const flow = JSON.parse(await readFile(join(workspaceRoot, file), 'utf8')) as Flow;
		return addFlow(client, withCredentials(flow, byType));
	};
	return { client, owner, importFlow, importExample: (file) => importFlow(join('examples', file)) };
}
