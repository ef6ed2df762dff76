import { split } from '@sagold/json-pointer';
import { z } from 'zod';
import type { HookConfig } from './hooks-schema';
import { contracts } from '../../../workflows/contracts';
import { fieldIssues, issueText } from '../../problems/validation';
import { hookInput, isMapped } from './hook-input';

export interface HookProblem {
	/** Below the hook's own settings. */
	path: string[];
	message: string;
}

/** What no message could mend: a hook that names what is not there, or leaves out what its task needs. */
export function hookProblems(hook: HookConfig, connections: readonly string[]): HookProblem[] {
	const known = Object.keys(z.toJSONSchema(contracts[hook.task].input, { io: 'input' }).properties ?? {});
	return [
		...unknownConnection(hook, connections),
		...Object.keys(hook.fields).flatMap((target) => unfitTarget(hook, target, known)),
		...unfitFixed(hook),
	];
}

function unknownConnection({ connection }: HookConfig, connections: readonly string[]): HookProblem[] {
	if (connections.includes(connection)) return [];
	return [{ path: ['connection'], message: `names no connection; there are: ${connections.join(', ')}` }];
}

function unfitTarget({ task }: HookConfig, target: string, known: readonly string[]): HookProblem[] {
	const [field = ''] = split(target);
	const path = ['fields', target];
	if (field === 'connection')
		return [{ path, message: 'may not be taken from a message; name it as connection of the hook' }];
	if (known.includes(field)) return [];
	return [{ path, message: `is no field of ${task}; it has: ${known.map((each) => `/${each}`).join(', ')}` }];
}

/** The input without a message must be wrong only where the message has a part in it. */
function unfitFixed(hook: HookConfig): HookProblem[] {
	if ('connection' in hook.fixed)
		return [{ path: ['fixed', 'connection'], message: 'belongs to the hook itself, as connection' }];
	const checked = contracts[hook.task].input.safeParse(hookInput(hook, {}), { error: issueText });
	const hasFields = Object.keys(hook.fields).length > 0;
	return (
		(checked.error?.issues ?? [])
			// What belongs together shows only once all is there.
			.filter((issue) => !(issue.code === 'custom' && hasFields))
			.flatMap((issue) => fieldIssues(issue, `is no field of ${hook.task}`))
			.map(({ path, message }) => ({ path: path.map(String), message }))
			.filter(({ path }) => !isMapped(hook, path))
			.map(({ path, message }) => ({ path: ['fixed', ...path], message }))
	);
}
