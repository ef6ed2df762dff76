// @ts-check
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * The folder of programs that are installed outside the checkout (n8n, Temporal's server, pnpm). All clones on a
 * machine share it: `AGENT_KNOWLEDGE_CACHE`, else `$XDG_CACHE_HOME/agent-knowledge`, else `~/.cache/agent-knowledge`.
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string} an absolute path; it need not exist yet
 */
export function cacheFolder(env = process.env) {
	if (env.AGENT_KNOWLEDGE_CACHE) return resolve(env.AGENT_KNOWLEDGE_CACHE);
	return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'agent-knowledge');
}
