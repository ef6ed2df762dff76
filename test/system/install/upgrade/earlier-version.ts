import { packedCommit } from '../../../../scripts/release/packages/packed-commit.mjs';
import { type InstalledProgram, installPacked } from '../installed-programs';

/**
 * The version that operators upgrade from. No version is released yet, so this is a commit whose open tasks today's
 * workflows must continue, and which must continue those of today. Once a version is released, its commit belongs here.
 */
const EARLIER_COMMIT = '4462df6d9d408040897a8dd29a4d9a25441884ba';
/** Tasks that came after it, by their type or their name in the fault matrix. */
const LATER_TASKS: readonly string[] = [
	'bulk-action',
	'conversation-export',
	'conversation-sync',
	'for-each-connection',
	'knowledge-sync',
	'lead-sync of several agents',
	'message to a hook',
	'message to a quiet hook',
	'weekly-report',
];

/** @param task its type, or its name in the fault matrix */
export function isUnknownEarlier(task: string): boolean {
	return LATER_TASKS.includes(task);
}

/**
 * Installs the worker of the earlier version from its tarball. The first call on a machine builds it.
 * @param place an empty folder; created
 */
export async function installEarlierWorker(place: string): Promise<InstalledProgram> {
	const tarball = await packedCommit({ commit: EARLIER_COMMIT, path: 'worker' });
	return installPacked('agent-knowledge-worker', tarball, place);
}
