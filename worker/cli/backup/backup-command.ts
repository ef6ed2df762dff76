import { Command, Option } from 'commander';
import { configOption, listOf, oneMore } from '../options';
import type { Terminal } from '../terminal';
import type { BackupOptions } from './backup';
import { BUCKET_USES } from './bucket-blobs';
import type { RestoreOptions } from './restore';

const PASSPHRASE = 'file whose first line is the passphrase of the configuration in the archive';

/** `agent-knowledge backup`: everything as one file. */
export function backupCommand(terminal: Terminal): Command {
	return new Command('backup')
		.description("save Temporal's database, the blobs and the configuration as one file, while tasks run")
		.argument('<file>', 'the archive, which must not exist yet')
		.option('--passphrase-file <file>', PASSPHRASE)
		.option('--no-configuration', 'save no configuration, and so no secret')
		.option('--temporal-sqlite <file>', "Temporal's database file; default: that of the local stack")
		.addOption(
			databasesOption(
				"Temporal's PostgreSQL databases, by name or address, separated by commas: main, visibility",
			).conflicts('temporalSqlite'),
		)
		.option('--also <file>', 'a further file to encrypt, such as an environment file; repeatable', oneMore)
		.addOption(configOption())
		.option('--json', 'print JSON')
		.action(async (file: string, options: BackupOptions) => {
			const { backup } = await import('./backup.js');
			await backup(file, options, terminal);
		});
}

/** `agent-knowledge restore`: an archive into an empty folder. */
export function restoreCommand(terminal: Terminal): Command {
	return new Command('restore')
		.description(
			'restore an archive of "backup" into an empty folder, empty databases and an empty bucket; it starts nothing',
		)
		.argument('<file>', 'the archive')
		.requiredOption('--into <folder>', 'an empty folder, or one that does not exist')
		.option('--passphrase-file <file>', PASSPHRASE)
		.addOption(
			databasesOption('empty PostgreSQL databases for Temporal, in the order of the backup, separated by commas'),
		)
		.addOption(
			new Option(
				'--bucket <how>',
				'what happens to the bucket of blobs.s3: "empty": it must be empty and gets the blobs; "fill": it gets the blobs that it lacks; "skip": they stay in the folder',
			)
				.choices(BUCKET_USES)
				.default('empty'),
		)
		.option('--config <file>', 'the configuration that names the bucket; default: that of the archive')
		.option('--json', 'print JSON')
		.action(async (file: string, options: RestoreOptions) => {
			const { restore } = await import('./restore.js');
			await restore(file, options, terminal);
		});
}

function databasesOption(description: string): Option {
	return new Option('--temporal-postgresql <databases>', description).argParser(listOf);
}
