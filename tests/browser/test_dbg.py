from tests.browser.test_lecture import *
from tests.browser.conftest import *
def test_x(bare_page, english_again):
    page = resize(bare_page.page, **BACK_ROW)
    lec=[l for l in ready_lectures()]
    for name,l in zip([t.name for t in LECTURES],lec):
        if name[:2] not in ("08","10","11","12","13"): continue
        bare_page.show(l)
        for stage, at in steps_of(page):
            body = settled(page).locator(".me-lec-body")
            b=measure(body, BLANK); s=measure(body, SMALL, 23.99); h=measure(body, "el => el.scrollHeight - el.clientHeight")
            if b!=[False,False] or s or h>1:
                print(name,at,b,s[:3],h)
                page.screenshot(path=f"/tmp/h/blank_{name}_{at[:12].replace(' ','_')}.png")
