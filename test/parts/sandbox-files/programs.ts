import { execFile } from 'node:child_process';
import { access, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import * as xlsx from '@e965/xlsx';
import { z } from 'zod';

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

const cellSchema = z
	.object({ t: z.string(), v: z.unknown(), f: z.string().optional() })
	.transform(({ t, v, f }) => ({ isNumber: t === 'n', text: String(v), formula: f ?? null }));
export type SheetCell = z.output<typeof cellSchema>;

/** Has LibreOffice open a CSV file and compute its formulas. @returns the rows as the sheet then has them */
export async function openCsv(
	folder: string,
	source: string,
	separator: string,
): Promise<Array<Array<SheetCell | null>>> {
	const profile = `-env:UserInstallation=file://${folder}/profile`;
	// Separator, quote, UTF-8, from line 1 on; the last one: evaluate formulas.
	const filter = `CSV:${separator.charCodeAt(0)},34,76,1,,0,false,false,false,false,false,0,true`;
	await run('/usr/bin/soffice', [
		...[profile, '--headless', `--infilter=${filter}`, '--convert-to', 'xlsx', '--outdir', folder, source],
	]);
	const { Sheets, SheetNames } = xlsx.read(await readFile(source.replace(/\.csv$/, '.xlsx')), { dense: true });
	const sheet: unknown = Sheets[SheetNames[0] ?? '']?.['!data'];
	const rows = z.array(z.array(cellSchema.nullish().transform((cell) => cell ?? null))).parse(sheet);
	return rows;
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
