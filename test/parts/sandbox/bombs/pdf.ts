import type { Packed } from './packed';

/** A PDF of one page with these operators as its content. */
export function pdfOf({ bytes }: Packed): Buffer {
	const content = Buffer.concat([
		Buffer.from(`<< /Filter /FlateDecode /Length ${bytes.length + 2} >>\nstream\n\x78\x9c`, 'latin1'),
		bytes,
		Buffer.from('\nendstream'),
	]);
	return pdf([
		'<< /Type /Catalog /Pages 2 0 R >>',
		'<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
		'<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> >> >>',
		'<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
		content,
	]);
}

/** The objects one after another, and the table that says where each begins. The first one is the root. */
export function pdf(objects: Array<string | Buffer>): Buffer {
	let file = Buffer.from('%PDF-1.7\n');
	const table = objects.map((object, index) => {
		const offset = String(file.length).padStart(10, '0');
		file = Buffer.concat([file, Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]);
		return `${offset} 00000 n \n`;
	});
	const size = objects.length + 1;
	const xref = `xref\n0 ${size}\n0000000000 65535 f \n${table.join('')}`;
	return Buffer.concat([
		file,
		Buffer.from(`${xref}trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF`),
	]);
}
