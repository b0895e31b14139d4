package typeset

// packages are what a document needs, and what one needs that takes a body in.
const packages = `\usepackage{amsmath,amssymb,mathpartir,graphicx}`

// macros are the commands of this package. A box that is larger than the page is made smaller, so that nothing runs
// off it.
const macros = `\providecommand{\rulename}[1]{\textsc{\footnotesize[#1]}}
\makeatletter
\@ifundefined{derivation}{%
\newsavebox{\derivationbox}%
\newenvironment{derivation}{\par\medskip\noindent\begin{lrbox}{\derivationbox}\hsize=8000pt\linewidth=\hsize\mprset{vskip=.5ex}\ignorespaces}{\end{lrbox}%
\dimen0=\ht\derivationbox \advance\dimen0 by \dp\derivationbox
\ifdim\dimen0>.9\textheight\sbox{\derivationbox}{\resizebox*{!}{.9\textheight}{\usebox{\derivationbox}}}\fi
\ifdim\wd\derivationbox>\linewidth\resizebox{\linewidth}{!}{\usebox{\derivationbox}}\else\usebox{\derivationbox}\fi\par\medskip}%
}{}
\makeatother
`

// document is a whole document around a body. shape is portrait or landscape.
func document(shape, body string) string {
	return `\documentclass[10pt,a4paper]{article}
% pdflatex compiles it. Debian has it and these packages in texlive-latex-base, and mathpartir in texlive-science.
\usepackage[` + shape + `,margin=15mm]{geometry}
` + packages + `
\pagestyle{plain}
\setlength{\parindent}{0pt}
\begin{document}
` + body + `\end{document}
`
}
