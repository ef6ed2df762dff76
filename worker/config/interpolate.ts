import { pathText, type ConfigProblem } from './config-error';

const PLACEHOLDER = /\$(\$?)\{([^}]*)\}/g;

/**
 * Replaces `${NAME}` in every string by the environment variable of that name; `$${` stands for a plain `${`.
 * Each variable that is not set becomes a problem at the place that names it.
 */
export function interpolate(
	value: unknown,
	env: NodeJS.ProcessEnv,
	problems: ConfigProblem[],
	path: readonly PropertyKey[] = [],
): unknown {
	if (Array.isArray(value))
		return value.map((entry: unknown, index) => interpolate(entry, env, problems, [...path, index]));
	if (typeof value === 'object' && value !== null)
		return Object.fromEntries(
			Object.entries(value).map(([key, entry]) => [key, interpolate(entry, env, problems, [...path, key])]),
		);
	if (typeof value !== 'string') return value;
	return value.replace(PLACEHOLDER, (match: string, escape: string, name: string) => {
		if (escape !== '') return match.slice(1);
		const found = env[name];
		if (found !== undefined) return found;
		problems.push({
			path: pathText(path),
			message: `names the environment variable ${name}, which is not set; set it, or write the value here`,
		});
		return match;
	});
}
