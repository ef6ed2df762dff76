import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const unitSchema = z.object({
	User: z.string(),
	Group: z.string(),
	StateDirectory: z.string(),
	WorkingDirectory: z.string(),
	ExecStart: z.string(),
	EnvironmentFile: z.string().optional(),
	ProtectSystem: z.literal('strict'),
	PrivateTmp: z.literal('yes'),
	PrivateDevices: z.literal('yes'),
	ProtectProc: z.literal('invisible'),
	ProcSubset: z.enum(['pid', 'all']),
	NoNewPrivileges: z.literal('yes'),
	CapabilityBoundingSet: z.literal(''),
});

export interface Unit extends z.infer<typeof unitSchema> {
	/** The words of ExecStart. */
	command: string[];
	/** Its own variables, and those of its file. */
	env: Record<string, string>;
}

/**
 * Reads an installed unit with the drop-in of all our units: what a test needs to start its command as systemd does. The
 * settings that the test imitates must be there.
 * @param root of the machine
 */
export async function readUnit(root: string, name: string): Promise<Unit> {
	const folder = join(root, 'etc/systemd/system');
	const texts = await Promise.all(
		[`${name}.service`, 'agent-knowledge-.service.d/hardening.conf'].map((file) =>
			readFile(join(folder, file), 'utf8'),
		),
	);
	const lines = texts.flatMap(settingsOf);
	const unit = unitSchema.parse(Object.fromEntries(lines));
	const own = lines.flatMap(([key, value]) => (key === 'Environment' ? [value] : []));
	const file = unit.EnvironmentFile === undefined ? '' : await readFile(join(root, unit.EnvironmentFile), 'utf8');
	const variables = [...own, ...file.split('\n').filter((line) => /^\w+=/.test(line))].map((line): [string, string] => {
		const at = line.indexOf('=');
		return [line.slice(0, at), line.slice(at + 1)];
	});
	return { ...unit, command: unit.ExecStart.split(/\s+/), env: Object.fromEntries(variables) };
}

/** Each setting of a unit file in its order; a backslash at the end of a line continues it. */
function settingsOf(text: string): Array<[key: string, value: string]> {
	const joined = text.replaceAll(/\\\n\s*/g, '');
	return [...joined.matchAll(/^(?<key>[A-Z]\w+)=(?<value>.*)$/gm)].map(({ groups }) => [
		groups?.['key'] ?? '',
		groups?.['value'] ?? '',
	]);
}
