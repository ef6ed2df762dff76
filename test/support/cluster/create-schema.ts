import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';
import { cacheFolder } from '../../../scripts/cache/cache-folder.mjs';
import { runCommand } from '../../../scripts/processes/run-command.mjs';
import { findOfRelease, schemaTool } from '../../../scripts/temporal/server-programs.mjs';

const SCRIPT = join(workspaceRoot, 'deploy/temporal/create-schema.sh');

/**
 * Runs the script of the compose file with the schema tool of a release, under the name that Temporal's image gives it.
 * @param version e.g. `1.32.2`
 * @param env what the tool connects with: SQL_PLUGIN, SQL_HOST, SQL_PORT, SQL_USER and SQL_PASSWORD
 */
export async function createSchema(version: string, env: Readonly<Record<string, string>>): Promise<void> {
	const tool = await findOfRelease(schemaTool(version), { cache: cacheFolder() });
	const folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-schema-'));
	try {
		await symlink(tool, join(folder, 'temporal-sql-tool'));
		await runCommand('sh', [SCRIPT], { env: { ...env, PATH: `${folder}:${process.env['PATH'] ?? ''}` } });
	} finally {
		await rm(folder, { recursive: true });
	}
}
