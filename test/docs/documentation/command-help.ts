import { runProgram } from '../../../worker/cli/program';

/** What `agent-knowledge … --help` prints. */
export async function helpOf(words: string[]): Promise<string> {
	const printed: string[] = [];
	const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
		printed.push(String(text));
		return true;
	});
	try {
		const say = (text: string) => void printed.push(text);
		const terminal = { result: say, note: say, interactive: false, screen: null, env: {}, cwd: '/' };
		await runProgram(['node', 'agent-knowledge', ...words, '--help'], terminal);
	} finally {
		write.mockRestore();
	}
	return printed.join('');
}
