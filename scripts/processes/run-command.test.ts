import { runCommand } from './run-command.mjs';

it('returns what a command prints', async () => {
	expect(await runCommand(process.execPath, ['-e', 'console.log(1 + 1)'])).toBe('2\n');
});

it('fails with the last lines and with what to do', async () => {
	const failing = runCommand(process.execPath, ['-e', 'console.error("no such host"); process.exit(9)'], {
		whatToDo: 'Check the network.',
	});
	await expect(failing).rejects.toMatchObject({
		message: expect.stringMatching(/ended with code 9\.\nno such host$/) as string,
		whatToDo: 'Check the network.',
	});
});

it('says that a program is not there', async () => {
	await expect(runCommand('no-such-program-here', [])).rejects.toThrow('"no-such-program-here" could not be started');
});

it('ends a command that takes too long', async () => {
	const slow = runCommand(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { timeoutMs: 200 });
	await expect(slow).rejects.toThrow('took too long');
});

it('hears why npm failed, also below an npm that is silent', async () => {
	vi.stubEnv('npm_config_loglevel', 'silent');
	onTestFinished(() => void vi.unstubAllEnvs());
	await expect(runCommand('npm', ['run', 'no-such-script'])).rejects.toThrow('Missing script: "no-such-script"');
});
