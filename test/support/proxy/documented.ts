import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';

export type ProxyName = 'nginx' | 'caddy' | 'apache';

/** All configurations of a proxy on a page, each as a reader copies it. */
export function documented(page: string, proxy: ProxyName): string[] {
	const text = readFileSync(join(workspaceRoot, 'docs', page), 'utf8');
	const blocks = text.matchAll(new RegExp(`^\`\`\`${proxy}\\b[^\n]*\n(.*?)^\`\`\``, 'gms'));
	return [...blocks].map(([, content = '']) => content);
}
