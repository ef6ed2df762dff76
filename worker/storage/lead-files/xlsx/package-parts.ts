/** The parts of an XLSX package that are not rows (ECMA-376, part 1). */

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The title row stays in sight. */
export const SHEET_HEAD = `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`;
export const SHEET_TAIL = '</sheetData></worksheet>';

export function sheetPath(sheet: number): string {
	return `xl/worksheets/sheet${sheet}.xml`;
}

/** All parts but the sheets themselves, by path. */
export function packageParts(sheets: number): Record<string, string> {
	const each = (part: (sheet: number) => string) =>
		Array.from({ length: sheets }, (_, index) => part(index + 1)).join('');
	return {
		'[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/>${each((sheet) => `<Override PartName="/${sheetPath(sheet)}" ContentType="${SHEET_TYPE}.worksheet+xml"/>`)}</Types>`,
		'_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
		'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${each((sheet) => `<sheet name="${nameOf(sheet)}" sheetId="${sheet}" r:id="rId${sheet}"/>`)}</sheets></workbook>`,
		'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships">${each((sheet) => `<Relationship Id="rId${sheet}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${sheet}.xml"/>`)}</Relationships>`,
	};
}

function nameOf(sheet: number): string {
	return sheet === 1 ? 'Leads' : `Leads ${sheet}`;
}
