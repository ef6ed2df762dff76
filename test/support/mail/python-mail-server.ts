import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { cacheFolder } from '../../../scripts/cache/cache-folder.mjs';
import { findPython, findPythonPackage } from '../../../scripts/tools/python/python-package.mjs';

const PROGRAM = join(__dirname, 'mail_server.py');

const receivedSchema = z.object({
	to: z.array(z.string()),
	messageId: z.string(),
	subject: z.string(),
	text: z.string(),
});

/** What Python reads of a mail that the server got. */
export type PythonMail = z.output<typeof receivedSchema>;

/** A mail server of somebody else, aiosmtpd, with what it got. */
export class PythonMailServer {
	readonly received: PythonMail[] = [];

	private constructor(
		private readonly server: ChildProcessByStdio<null, Readable, null>,
		readonly smtpUrl: string,
	) {}

	/** @param times in seconds; `confirmsAfter` below 0: it ends the connection instead @returns null without Python */
	static async start({ greetsAfter = 0, confirmsAfter = 0 }): Promise<PythonMailServer | null> {
		const [python, packages] = [await findPython(), await findPythonPackage('mail-server', { cache: cacheFolder() })];
		if (python === null || packages === null) return null;
		const child = spawn(python, [PROGRAM, `${greetsAfter}`, `${confirmsAfter}`], {
			env: { ...process.env, PYTHONPATH: packages },
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		const lines = createInterface({ input: child.stdout });
		const [port] = z.tuple([z.string()]).parse(await once(lines, 'line'));
		const started = new PythonMailServer(child, `smtp://127.0.0.1:${port}`);
		lines.on('line', (line) => started.received.push(receivedSchema.parse(JSON.parse(line))));
		return started;
	}

	async close(): Promise<void> {
		if (this.server.exitCode !== null) return;
		this.server.kill();
		await once(this.server, 'exit');
	}
}
