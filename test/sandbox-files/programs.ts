import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PACKAGES = ['libreoffice-writer', 'libreoffice-calc', 'libreoffice-impress', 'ghostscript', 'imagemagick'];
const PROGRAMS = ['/usr/bin/soffice', '/usr/bin/gs', '/usr/bin/convert'];

/** Installs the programs that make the files, where they are missing: Debian's, as root. Takes minutes. */
export async function installPrograms(): Promise<void> {
	const found = await Promise.allSettled(PROGRAMS.map((program) => access(program)));
	if (found.every(({ status }) => status === 'fulfilled')) return;
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
	await run('apt-get', ['update', '-qq'], { env });
	await run('apt-get', ['install', '-y', '--no-install-recommends', ...PACKAGES], { env, maxBuffer: 2 ** 26 });
}

/** Has LibreOffice write a document in another format, beside it. @param filter as in `docx` or `txt:Text` */
export async function convertDocument(folder: string, source: string, filter: string): Promise<void> {
	const profile = `-env:UserInstallation=file://${folder}/profile`;
	await run('/usr/bin/soffice', [profile, '--headless', '--convert-to', filter, '--outdir', folder, source]);
}

/** Has Ghostscript print a page of PostScript to a PDF. */
export async function printPdf(script: string, target: string): Promise<void> {
	const options = ['-q', '-dNOPAUSE', '-dBATCH', '-dSAFER', '-sDEVICE=pdfwrite', `-sOutputFile=${target}`];
	await run('/usr/bin/gs', [...options, script]);
}

/** Has ImageMagick draw words into a picture of the kind that the target's name says. */
export async function drawPicture(words: string, target: string): Promise<void> {
	const look = ['-background', 'white', '-fill', 'black', '-pointsize', '48'];
	await run('/usr/bin/convert', [...look, '-set', 'comment', words, `label:${words}`, target]);
}
