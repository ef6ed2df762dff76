// @ts-check
import { readdir } from 'node:fs/promises';
import { runCommand } from '../../processes/run-command.mjs';

/**
 * Unpacks packages of Debian into the folder `root` of a folder. They are installed nowhere.
 * @param {string} folder
 * @param {readonly string[]} packages
 * @param {string} whatToDo if they cannot be downloaded
 */
export async function unpackDebian(folder, packages, whatToDo) {
	await runCommand('apt-get', ['download', '--quiet', ...packages], { cwd: folder, whatToDo });
	for (const file of await readdir(folder)) {
		if (file.endsWith('.deb')) await runCommand('dpkg-deb', ['--extract', file, 'root'], { cwd: folder });
	}
}
