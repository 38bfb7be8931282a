/** Whether the page shows an opened capture, where nothing can be sent or cancelled, rather than the live traffic. */
export const isCapture = document.body.classList.contains("capture");
